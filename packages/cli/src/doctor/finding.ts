/** What a check of `parlance doctor` found. */
import { describeError } from '../describe-error.js';

/** One finding. */
export interface Finding {
  /** Name of the check, for example `compliance.chats`. */
  readonly name: string;
  /** `ok`, `warning`: works, with a limitation; `failed`: must be fixed; `skipped`: was not checked. */
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was found. */
  readonly message: string;
  /** What to do about it. */
  readonly fix?: string | undefined;
}

/** Creates the finding of an error. @param fix - What to do about an error that has no hint of its own. */
export function failed(name: string, error: unknown, fix: string): Finding {
  const { message, hint = fix } = describeError(error);
  return { name, status: 'failed', message, fix: hint };
}
