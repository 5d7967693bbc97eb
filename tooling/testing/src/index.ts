/** Test helpers that several packages share. The published packages do not include them. */
export * from '../../../packages/testing-fakes/src/testing/index.js';
export { readOpenapi } from './read-openapi.js';
