import { diagnosticsObserver, type DiagnosticsSource } from './diagnostics.js';
import { logLevel, logObserver } from './log-observer.js';
import type { Codec } from '../naming/codec.js';
import type { Logger } from './logger.js';
import type { Observer } from './observer.js';
import type { Telemetry } from './telemetry-hooks.js';
import { telemetryObserver } from './telemetry-observer.js';

/** Creates the observers of a client's calls: diagnostics channels, log and telemetry. */
export function makeObservers(
  { logger, telemetry }: { readonly logger?: Logger | undefined; readonly telemetry?: Telemetry | undefined },
  source: DiagnosticsSource & { readonly origin: string; readonly codec?: Codec | undefined },
): Observer[] {
  const level = logLevel(logger);
  const observers = [
    diagnosticsObserver(source),
    level === 'off' ? undefined : logObserver(logger ?? standardError(), level),
    telemetry === undefined ? undefined : telemetryObserver(telemetry, source),
  ];
  return observers.filter((observer) => observer !== undefined);
}

/** Logs to standard error at every level, because standard output belongs to the program. */
function standardError(): Logger {
  const { error } = console;
  return { error, warn: error, info: error, debug: error };
}
