/** Test utilities for this repository, beside the public entry. Not published. */
export { expectNoListeners } from './expect-no-listeners.js';
export { asker } from './ask.js';
export type { Ask, Asked, AskOptions } from './ask.js';
export { verifies } from './verifies.js';
export { buildCommand } from './build-command.js';
export { serve, type Serving } from './serve-command.js';
