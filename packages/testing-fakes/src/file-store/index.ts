/** Entry `@parlance/testing-fakes/file`: worlds kept in a file. It loads `node:sqlite`; nothing else of the package does. */
export { DataFileError } from './data-file-error.js';
export { openWorldFile } from './world-file.js';
export type { WorldKeeper } from '../world/world-keeper.js';
