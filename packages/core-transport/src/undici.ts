/**
 * Entry `@parlance/core-transport/undici`: the default adapter in Node, to configure pool sizes, certificates or a
 * dispatcher. What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @module undici
 */
export { UndiciAdapter } from './adapters/undici-adapter.js';
export type { UndiciAdapterOptions } from './adapters/undici-dispatcher.js';
