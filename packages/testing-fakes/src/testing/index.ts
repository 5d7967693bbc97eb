/** What tests of this repository use of the emulator beside its public entry. Never shipped. */
export { verifies } from './verifies.js';
