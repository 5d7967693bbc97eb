import { LogObserver } from './log-observer.js';
import type { Logger, LogLevel } from './logger.js';
import type { Observer } from './observer.js';
import type { Telemetry } from './telemetry-hooks.js';
import { TelemetryObserver } from './telemetry-observer.js';

/** Makes what observes the calls of a client because its options say so. */
export function makeObservers(
  logger: Logger | undefined,
  level: LogLevel,
  telemetry: Telemetry | undefined,
): Observer[] {
  const observers: Observer[] = [];
  if (level !== 'off') observers.push(new LogObserver(logger ?? standardError(), level));
  if (telemetry !== undefined) observers.push(new TelemetryObserver(telemetry));
  return observers;
}

/** Standard output belongs to the program; the log goes to standard error whatever its level. */
function standardError(): Logger {
  const { error } = console;
  return { error, warn: error, info: error, debug: error };
}
