/** Reads files that others made, and writes files that others must not read. */
export { FileError } from './file-error.js';
export type { FileErrorCode } from './file-error.js';
export { openUntrustedFile, readUntrustedBytes, readUntrustedFile } from './read-untrusted-file.js';
export type { OpenUntrustedFileOptions, ReadUntrustedFileOptions } from './read-untrusted-file.js';
export { writePrivateFile } from './write-private-file.js';
export type { FileContent } from './write-private-file.js';
