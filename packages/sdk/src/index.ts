/**
 * Public entry of `@parlance/sdk`: All Parlance clients behind one object.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export {};
