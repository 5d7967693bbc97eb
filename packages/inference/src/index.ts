/**
 * Public entry of `@parlance/inference`: Client for messages, token counting, models and legacy completions.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export {};
