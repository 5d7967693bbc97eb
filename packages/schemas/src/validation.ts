/**
 * Public entry of `@parlance/schemas/validation`: Types, operations and optional zod schemas of the Parlance contract.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export {};
