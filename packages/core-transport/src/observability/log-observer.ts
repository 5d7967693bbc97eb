import { environment } from '../environment.js';
import { ParlanceError } from '../errors/parlance-error.js';
import { guarded } from './guarded.js';
import { mask } from './mask.js';
import type { Observer } from './observer.js';

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

/** Log levels; each includes those before it. */
export const LEVELS: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

/** Returns the log level of a client: that of its logger, else `PARLANCE_LOG`, else `info` if there is a logger. */
export function logLevel(logger: Logger | undefined): LogLevel {
  const level = logger?.level ?? environment('PARLANCE_LOG');
  if (LEVELS.includes(level as LogLevel)) return level as LogLevel;
  return logger === undefined ? 'off' : 'info';
}

/** Logs calls. Headers, keys and raw messages of the service are never logged; bodies are masked. */
export function logObserver(logger: Logger, level: LogLevel): Observer {
  const isLogged = (wanted: LogLevel): boolean => LEVELS.indexOf(wanted) <= LEVELS.indexOf(level);
  const log = (wanted: Exclude<LogLevel, 'off'>, message: string, fields: Record<string, unknown>): void => {
    if (isLogged(wanted)) guarded(() => logger[wanted](`parlance ${message}`, fields));
  };
  return ({ operation, input }) => {
    const facts = { operation: operation.id, method: operation.method, path: operation.path };
    if (isLogged('debug')) log('debug', 'call', { ...facts, body: mask(operation, input.body) });
    return {
      attemptStarted({ number }) {
        log('debug', 'attempt', { ...facts, attempt: number });
      },
      attemptFailed(_attempt, error, waitMs) {
        log(waitMs === null ? 'debug' : 'warn', 'attempt failed', { ...facts, ...shown(error), waitMs });
      },
      drift(drift) {
        log('warn', 'response differs from the contract', { ...facts, ...drift });
      },
      ended({ error, response, status, requestId }) {
        const fields = { ...facts, status, requestId };
        if (error !== undefined) log('error', 'call failed', { ...fields, ...shown(error) });
        else if (!isLogged('debug')) log('info', 'call completed', fields);
        else log('info', 'call completed', { ...fields, response: mask(operation, response) });
      },
    };
  };
}

/** Returns the parts of an error that may be logged. Its message can quote the request, so it is left out. */
function shown(error: Error): Record<string, unknown> {
  if (!ParlanceError.is(error)) return { error: error.name };
  const { status, requestId, reason, phase } = error as ParlanceError & Record<string, unknown>;
  const fields = { error: error.name, code: error.code, status, requestId, reason, phase };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
