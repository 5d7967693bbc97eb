/**
 * Public entry of `@parlance/managed-agents`: Client for agents, sessions, vaults, memory stores and user profiles.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export {};
