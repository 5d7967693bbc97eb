/** What goes wrong with data files. */

/** A data file that cannot be used. The message says why. */
export class DataFileError extends Error {
  constructor(path: string, reason: string) {
    super(`The data file ${JSON.stringify(path)} ${reason}`);
    this.name = 'DataFileError';
  }
}
