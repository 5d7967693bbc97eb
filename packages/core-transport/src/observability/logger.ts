/** Levels of a {@link Logger}; each includes those before it. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/**
 * Receives the client's log messages; `console` and most logging libraries fit. Fields describe the call, with
 * secrets and content masked.
 */
export interface Logger {
  /** Minimum level to log. Default: `PARLANCE_LOG`, else `info`. */
  readonly level?: LogLevel | undefined;
  /** Called for failed calls. */
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
  /** Called for retries and for responses that differ from the contract. */
  warn(message: string, fields: Readonly<Record<string, unknown>>): void;
  /** Called for completed calls. */
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  /** Called for each attempt, with the masked request and response. */
  debug(message: string, fields: Readonly<Record<string, unknown>>): void;
}
