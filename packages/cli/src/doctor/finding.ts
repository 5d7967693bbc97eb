/** What a check of `parlance doctor` found. */

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
