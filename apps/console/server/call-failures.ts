import type { Logger, LogLevel } from '@parlance/core-transport';

/** A call that failed after its answer had begun, as streams and downloads do: no attempt tells of it. */
export interface BrokenAnswer {
  readonly operation: string;
  readonly code: string;
  readonly status: number | null;
  readonly requestId: string | null;
}

/** Hears from the clients' own log which calls failed. */
export class CallFailures {
  readonly #listeners = new Set<(broken: BrokenAnswer) => void>();
  readonly #level: LogLevel | undefined;

  /** @param level - Level of the variable `PARLANCE_LOG`: what is logged at it goes to the terminal too. */
  constructor(level: string | undefined) {
    this.#level = level as LogLevel | undefined;
  }

  /** What the clients log to. */
  get logger(): Logger {
    const out = this.#level === undefined || this.#level === 'off' ? SILENT : TERMINAL;
    return {
      level: out === SILENT ? 'error' : this.#level,
      error: (message, fields) => {
        out.error(message, fields);
        this.#take(fields as Readonly<Record<string, string | number | null | undefined>>);
      },
      warn: (message, fields) => out.warn(message, fields),
      info: (message, fields) => out.info(message, fields),
      debug: (message, fields) => out.debug(message, fields),
    };
  }

  /** Calls back for each answer that broke off. */
  subscribe(listener: (broken: BrokenAnswer) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #take(fields: Readonly<Record<string, string | number | null | undefined>>): void {
    const { operation, code, reason, status, requestId } = fields;
    const isDownload = String(operation).endsWith('.download') && Number(status) < 300;
    // What the visitor has stopped is no failure.
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

const nothing = (): void => {};
const { error } = console;
/** Standard output belongs to the program. */
const TERMINAL = { error, warn: error, info: error, debug: error };
const SILENT = { error: nothing, warn: nothing, info: nothing, debug: nothing };
