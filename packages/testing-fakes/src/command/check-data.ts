/** `parlance-fakes check`: verifies and repairs data files. */
import * as z from 'zod';
import { checkDataFile, repairDataFile } from '../file-store/check-file.js';
import { DataFileError } from '../file-store/index.js';
import { readArguments, show, UsageError } from './arguments.js';

const options = z.strictObject({ repair: z.boolean().default(false) });
const MAX_PROBLEMS = 20;

/**
 * Verifies a data file, and repairs it with `--repair`.
 *
 * @param argv - Arguments after `check`.
 * @returns Text to print, and the exit code: 0 when the file is intact or was repaired, 1 when it is damaged.
 * @throws {UsageError} When an argument is invalid or the file cannot be read.
 */
export async function checkData([path, ...rest]: readonly string[]): Promise<{
  readonly text: string;
  readonly code: number;
}> {
  if (path === undefined || path.startsWith('--'))
    throw new UsageError('check: requires a file, before any options');
  const { repair } = readArguments(rest, options, ['repair']);
  try {
    const checked = await checkDataFile(path);
    if (checked.problems.length === 0)
      return { text: `${show(path)} is intact (${checked.intact} rows)\n`, code: 0 };
    if (!repair) return { text: `${listed(checked.problems)}Repair it with --repair\n`, code: 1 };
    const { intact, problems } = await repairDataFile(path);
    return {
      text: `${listed(problems)}Restored ${intact} rows; the damaged file is now ${path}.damaged\n`,
      code: 0,
    };
  } catch (error) {
    throw error instanceof DataFileError ? new UsageError(error.message) : error;
  }
}

function listed(problems: readonly string[]): string {
  const more = problems.length - MAX_PROBLEMS;
  const lines = problems.slice(0, MAX_PROBLEMS).map((problem) => `${problem}\n`);
  return lines.join('') + (more > 0 ? `(${more} more problems)\n` : '');
}
