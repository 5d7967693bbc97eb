/** The place of the results of a batch. */
import { stat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../command-error.js';

/**
 * Resolves the links of a path, so that one file has one name.
 *
 * @param file - Absolute path. The file may be missing.
 */
export async function resolveLinks(file: string): Promise<string> {
  const folder = path.dirname(file);
  return realpath(file).catch(async () =>
    path.join(await realpath(folder).catch(() => folder), path.basename(file)),
  );
}

/**
 * Refuses an output whose results would replace something that the run reads.
 *
 * @param output - Absolute path of the results.
 * @param others - Absolute paths of the files that the run reads, by what they are.
 * @throws {CommandError} When the output is one of them, by any name, or is not a file.
 */
export async function checkOutput(output: string, others: Readonly<Record<string, string>>): Promise<void> {
  const found = await statOf(output);
  if (found === undefined) return;
  if (!found.isFile()) throw invalid(`${output} is not a file.`);
  for (const [what, file] of Object.entries(others)) {
    const other = await statOf(file);
    if (found.ino === other?.ino && found.dev === other.dev)
      throw invalid(`${output} is the file of the ${what}.`);
  }
}

function statOf(file: string) {
  return stat(file, { bigint: true }).catch(() => undefined);
}

function invalid(message: string): CommandError {
  return new CommandError('invalid_output', message, { hint: 'Use another --output.' });
}
