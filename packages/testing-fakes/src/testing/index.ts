/** Test utilities for this repository, beside the public entry. Not published. */
export { asker } from './ask.js';
export type { Ask, Asked, AskOptions } from './ask.js';
export { verifies } from './verifies.js';
