import { environment } from '../options/environment.js';
import type { Logger, LogLevel } from './logger.js';

/** Log levels; each includes those before it. */
export const LEVELS: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

/** Returns the log level of a client: that of its logger, else `PARLANCE_LOG`, else `info` if there is a logger. */
export function logLevel(logger: Logger | undefined): LogLevel {
  const level = logger?.level ?? environment('PARLANCE_LOG');
  if (LEVELS.includes(level as LogLevel)) return level as LogLevel;
  return logger === undefined ? 'off' : 'info';
}
