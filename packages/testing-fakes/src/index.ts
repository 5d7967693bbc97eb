/**
 * Public entry of `@parlance/testing-fakes`: A strict emulator of the service: in process, or as the `parlance-fakes` command.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export {};
