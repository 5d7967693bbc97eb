import type { Drift } from '@parlance/schemas/kit';
import { ParlanceError } from '../errors/parlance-error.js';
import type { Call } from '../pipeline/call.js';
import { LEVELS } from './log-level.js';
import type { Logger, LogLevel } from './logger.js';
import { mask } from './mask.js';
import type { Observer } from './observer.js';

/** Logs calls. Headers, keys and raw messages of the service are never logged; bodies only masked. */
export class LogObserver implements Observer {
  readonly #logger: Logger;
  readonly #level: number;

  constructor(logger: Logger, level: LogLevel) {
    this.#logger = logger;
    this.#level = LEVELS.indexOf(level);
  }

  callStarted(call: Call): void {
    const { operation, input } = call;
    this.#log('debug', 'call', { ...this.#facts(call), body: mask(operation, input.body) });
  }

  attemptStarted(call: Call): void {
    this.#log('debug', 'attempt', { ...this.#facts(call), attempt: call.attempts.length + 1 });
  }

  attemptFailed(call: Call, error: ParlanceError, waitMs: number | null): void {
    const level = waitMs === null ? 'debug' : 'warn';
    this.#log(level, 'attempt failed', { ...this.#facts(call), ...shown(error), waitMs });
  }

  drift(call: Call, drift: Drift): void {
    this.#log('warn', 'response differs from the contract', { ...this.#facts(call), ...drift });
  }

  callEnded(call: Call, error: Error | undefined, response: unknown): void {
    const facts = { ...this.#facts(call), status: call.status, requestId: call.requestId };
    if (error !== undefined) this.#log('error', 'call failed', { ...facts, ...shown(error) });
    else if (this.#level < LEVELS.indexOf('debug')) this.#log('info', 'call completed', facts);
    else this.#log('info', 'call completed', { ...facts, response: mask(call.operation, response) });
  }

  #facts(call: Call): Record<string, unknown> {
    return { operation: call.operation.id, method: call.operation.method, path: call.operation.path };
  }

  #log(level: Exclude<LogLevel, 'off'>, message: string, fields: Record<string, unknown>): void {
    if (this.#level < LEVELS.indexOf(level)) return;
    try {
      this.#logger[level](`parlance ${message}`, fields);
    } catch {
      // A logger that fails must not fail the call.
    }
  }
}

/** What of an error may be logged: not its message, which can quote what was sent. */
function shown(error: Error): Record<string, unknown> {
  if (!ParlanceError.is(error)) return { error: error.name };
  const { status, requestId, ending, phase } = error as ParlanceError & Record<string, unknown>;
  const fields = { error: error.name, code: error.code, status, requestId, ending, phase };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
