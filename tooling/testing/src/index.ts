/** Test helpers of the emulator, for the tests of other packages. The published package does not include them. */
export * from '../../../packages/testing-fakes/src/testing/index.js';
