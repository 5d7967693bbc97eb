/** The error of an unusable data file. */

/** Thrown when a data file cannot be opened or written. The message names the file and the reason. */
export class DataFileError extends Error {
  constructor(path: string, reason: string) {
    super(`The data file ${JSON.stringify(path)} ${reason}`);
    this.name = 'DataFileError';
  }
}
