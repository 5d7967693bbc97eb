/** The process, as the commands see it. */

/** The parts of the process that a command uses. */
export interface Terminal {
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  /** Registers a callback for SIGINT and SIGTERM. */
  readonly onSignal: (stop: () => void) => void;
  /** Asks the person at the terminal. Absent when there is nobody to ask. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** Whether standard error is a terminal, where a line can be written again. Default false. */
  readonly isInteractive?: boolean | undefined;
  /** Environment variables. Defaults to those of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Version of the package. */
  readonly version: string;
  /** Name of the command in its messages. Default `parlance-fakes`. */
  readonly program?: string | undefined;
}

/** Returns the name of the command. */
export function programOf({ program = 'parlance-fakes' }: Pick<Terminal, 'program'>): string {
  return program;
}
