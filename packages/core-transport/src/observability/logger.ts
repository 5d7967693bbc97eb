/** Levels of a {@link Logger}; each includes those before it. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** Takes what the client logs: `console` and most loggers fit. Fields hold structure; secrets and content are masked. */
export interface Logger {
  /** Least level wanted. Default: the variable `PARLANCE_LOG`, else `info`. */
  readonly level?: LogLevel | undefined;
  /** Failed calls. */
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
  /** Retries, drift. */
  warn(message: string, fields: Readonly<Record<string, unknown>>): void;
  /** Completed calls. */
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  /** Each attempt with the masked structure of its request and response. */
  debug(message: string, fields: Readonly<Record<string, unknown>>): void;
}
