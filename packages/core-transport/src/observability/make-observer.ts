import { LogObserver } from './log-observer.js';
import type { Logger, LogLevel } from './logger.js';
import { joinObservers } from './observer.js';
import type { Observer } from './observer.js';
import type { Telemetry } from './telemetry-hooks.js';
import { TelemetryObserver } from './telemetry-observer.js';

/** Joins what observes the calls of a client. */
export function makeObserver(
  present: Observer | undefined,
  [logger, level, telemetry]: readonly [Logger | undefined, LogLevel, Telemetry | undefined],
): Observer | undefined {
  const observers = present === undefined ? [] : [present];
  if (level !== 'off') observers.push(new LogObserver(logger ?? standardError(), level));
  if (telemetry !== undefined) observers.push(new TelemetryObserver(telemetry));
  return joinObservers(observers);
}

/** Standard output belongs to the program; the log goes to standard error whatever its level. */
function standardError(): Logger {
  const { error } = console;
  return { error, warn: error, info: error, debug: error };
}
