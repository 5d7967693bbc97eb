/**
 * Public entry of `@parlance/core-transport`: HTTP, streaming, retries, paging and errors that every Parlance client stands on.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export {};
