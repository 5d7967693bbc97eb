/** What tests of this repository use of the emulator beside its public entry. Never shipped. */
export { asker } from './ask.js';
export type { Ask, Asked, AskOptions } from './ask.js';
export { verifies } from './verifies.js';
