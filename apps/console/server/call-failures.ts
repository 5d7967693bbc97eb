import type { Logger, LogLevel } from '@parlance/core-transport';

/** A stream or download that failed after its response had started. Attempt telemetry does not cover these failures. */
export interface BrokenResponse {
  readonly operation: string;
  readonly code: string;
  readonly status: number | null;
  readonly requestId: string | null;
}

/** Detects interrupted responses from the clients' log messages. */
export class CallFailures {
  readonly #listeners = new Set<(broken: BrokenResponse) => void>();
  readonly #level: LogLevel | undefined;

  /** @param level - Value of `PARLANCE_LOG`. Messages at this level are also written to standard error. */
  constructor(level: string | undefined) {
    this.#level = level as LogLevel | undefined;
  }

  /** The logger to pass to the clients. */
  get logger(): Logger {
    const out = this.#level === undefined || this.#level === 'off' ? SILENT : TERMINAL;
    return {
      level: out === SILENT ? 'error' : this.#level,
      error: (message, fields) => {
        out.error(message, fields);
        this.#inspect(fields as Readonly<Record<string, string | number | null | undefined>>);
      },
      warn: (message, fields) => out.warn(message, fields),
      info: (message, fields) => out.info(message, fields),
      debug: (message, fields) => out.debug(message, fields),
    };
  }

  /** Calls `listener` for each interrupted response. Returns a function that unsubscribes. */
  subscribe(listener: (broken: BrokenResponse) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #inspect(fields: Readonly<Record<string, string | number | null | undefined>>): void {
    const { operation, code, reason, status, requestId } = fields;
    const isDownload = String(operation).endsWith('.download') && Number(status) < 300;
    // Requests that the user aborted are not failures.
    if (reason === 'aborted' || code === 'aborted' || (reason === undefined && !isDownload)) return;
    const broken = {
      operation: String(operation),
      code: String(code),
      status: status == null ? null : Number(status),
      requestId: requestId == null ? null : String(requestId),
    };
    for (const listener of this.#listeners) listener(broken);
  }
}

const ignore = (): void => {};
const { error } = console;
/** Logs everything to standard error: standard output is reserved for the program's own output. */
const TERMINAL = { error, warn: error, info: error, debug: error };
const SILENT = { error: ignore, warn: ignore, info: ignore, debug: ignore };
