/** Exit codes of the command. They are stable: scripts rely on them. */

/** Exit codes of `parlance`. */
export const EXIT_CODES: {
  /** Everything was done. */
  readonly ok: 0;
  /** The command failed, for example because the service or the store could not be reached. */
  readonly failed: 1;
  /** Invalid arguments or configuration, or a key is missing. Nothing was sent. */
  readonly usage: 2;
  /** The command completed and found problems, for example damaged files or failed requests. */
  readonly problems: 3;
  /** The command refused to run because that would be unsafe, for example because another process is running the same export. */
  readonly refused: 4;
  /** Stopped because the service or the store was unavailable for longer than `--max-wait`. What was done is saved; run it again later. */
  readonly waiting: 5;
  /** Stopped by Ctrl-C (SIGINT). What was done is saved. */
  readonly interrupted: 130;
  /** Stopped by SIGTERM. What was done is saved. */
  readonly terminated: 143;
} = { ok: 0, failed: 1, usage: 2, problems: 3, refused: 4, waiting: 5, interrupted: 130, terminated: 143 };

/** An exit code of `parlance`. */
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
