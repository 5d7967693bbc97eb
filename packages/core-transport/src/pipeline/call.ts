import type { Operation } from '@parlance/schemas/kit';
import type { ClientSettings } from '../client-settings.js';
import { requireObject } from '../checks/check-arguments.js';
import { checkCallOptions } from '../options/check-options.js';
import type { CallOptions, RateLimitWait } from '../options/client-options.js';
import { rateLimitWaitsOf, type RateLimitWaits, retriesOf } from '../options/option-defaults.js';
import { timeoutsOf, type Retries, type Timeouts } from '../options/option-defaults.js';
import type { CallPriority } from '../rate-limits/rate-limiter.js';
import type { WrittenBody } from '../uploads/multipart.js';

/** Path parameters, query and body of a call. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** Serializes the body of operations that do not send JSON. */
  readonly write?: ((body: object) => WrittenBody) | undefined;
  /** Absolute URL from a response, requested instead of the operation's path. */
  readonly url?: string | undefined;
}

/** How to read the response of a call. */
export type CallKind = 'json' | 'stream' | 'download';

/** A call as the user requested it. */
export interface CallRequest {
  readonly operation: Operation;
  readonly input: CallInput;
  readonly kind: CallKind;
  readonly options: CallOptions | undefined;
}

/** An immutable call: the user's request with validated options and the client's defaults applied. */
export interface Call {
  readonly operation: Operation;
  /** The user's own objects. Read them synchronously, before the user can change them. */
  readonly input: CallInput;
  readonly kind: CallKind;
  readonly signal: AbortSignal | undefined;
  readonly timeouts: Timeouts;
  readonly retries: Retries;
  /** Extra headers; null removes one. */
  readonly headers: Readonly<Record<string, string | null>> | undefined;
  readonly betas: readonly string[] | undefined;
  readonly priority: CallPriority;
  readonly rateLimit: RateLimitWaits;
  readonly onRateLimitWait: ((wait: RateLimitWait) => void) | undefined;
}

/**
 * Validates the options of a call and applies the client's.
 *
 * @throws {ConfigError} When an option is invalid, naming the first one, or when the params are not an object.
 */
export function callOf(
  request: CallRequest,
  settings: Pick<ClientSettings, 'timeouts' | 'retries' | 'priority' | 'rateLimit'>,
): Call {
  const { operation, input, kind, options } = request;
  if (options !== undefined) checkCallOptions(options, 'call');
  if ('query' in input) requireObject('params', input.query);
  if ('body' in input) requireObject('params', input.body);
  const isOpenEnded = kind !== 'json' || input.write !== undefined;
  return {
    operation,
    input,
    kind,
    signal: options?.signal,
    timeouts: timeoutsOf(operation.replay, isOpenEnded, settings.timeouts, options?.timeouts),
    retries: retriesOf(options?.retry, settings.retries),
    headers: options?.headers,
    betas: options?.betas,
    priority: options?.priority ?? settings.priority,
    rateLimit: rateLimitWaitsOf(options?.rateLimit, settings.rateLimit),
    onRateLimitWait: options?.onRateLimitWait,
  };
}
