import { environment } from '../options/environment.js';
import type { Logger, LogLevel } from './logger.js';

/** The levels, each including those before it. */
export const LEVELS: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

/** The level that a client logs at: the logger's own, else the variable, else `info` when there is a logger. */
export function logLevel(logger: Logger | undefined): LogLevel {
  const level = logger?.level ?? environment('PARLANCE_LOG');
  if (LEVELS.includes(level as LogLevel)) return level as LogLevel;
  return logger === undefined ? 'off' : 'info';
}
