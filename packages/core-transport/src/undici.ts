/**
 * Entry `@parlance/core-transport/undici`: the adapter that Node uses by default, for those who want to set pool
 * sizes, certificates or a dispatcher. What belongs here: an explicit, named list of re-exports, and nothing else.
 */
export { UndiciAdapter } from './adapters/undici-adapter.js';
export type { UndiciAdapterOptions } from './adapters/undici-adapter.js';
