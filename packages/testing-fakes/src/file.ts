/**
 * Entry `@parlance/testing-fakes/file`: worlds stored in a file. Separate, because only this entry uses `node:sqlite`.
 *
 * @module file
 */
export { DataFileError } from './file-store/data-file-error.js';
export { openWorldFile } from './file-store/world-file.js';
export type { WorldKeeper } from './world/world-keeper.js';
export { readScenarioFile } from './fake/read-scenario-file.js';
