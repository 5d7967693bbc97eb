/** Test helpers that live beside the emulator's sources, for the tests of other packages; its published package does not include them. */
export * from '../../../packages/testing-fakes/src/testing/index.js';
