import {
  atLeastZero,
  checkRecord,
  duration,
  integerFromZero,
  isA,
  listOfText,
  must,
} from './option-checks.js';
import type { Check, Checks } from './option-checks.js';

/** Checks of `timeouts`. */
export const timeoutChecks: Checks = {
  keyMs: duration,
  queueMs: duration,
  connectMs: duration,
  sendGapMs: duration,
  headersMs: duration,
  bodyMs: duration,
  firstContentMs: duration,
  contentGapMs: duration,
  silenceMs: duration,
  consumerMs: duration,
  totalMs: duration,
};

/** Checks of a call's `retry`. */
export const retryChecks: Checks = {
  maxRetries: integerFromZero,
  baseDelayMs: duration,
  maxDelayMs: duration,
  maxHintMs: duration,
  streamUntil: must('content or event', (value) => value === 'content' || value === 'event'),
};

/** Checks of `rateLimit`. */
export const rateLimitChecks: Checks = { maxWaitMs: atLeastZero };

/** Check of `priority`. */
export const priorityCheck: Check = must(
  'interactive, normal or bulk',
  (value) => value === 'interactive' || value === 'normal' || value === 'bulk',
);

const callChecks: Checks = {
  signal: must(
    'an AbortSignal',
    (value) => typeof (value as AbortSignal | null)?.addEventListener === 'function',
  ),
  timeouts: timeoutChecks,
  retry: retryChecks,
  headers: isA('object'),
  betas: listOfText,
  priority: priorityCheck,
  rateLimit: rateLimitChecks,
  onRateLimitWait: isA('function'),
};

const listChecks: Checks = {
  ...callChecks,
  resumeFrom: must('a checkpoint', (value) => typeof value === 'object'),
  prefetch: isA('boolean'),
};

/**
 * Checks the options of a call.
 *
 * @throws {ConfigError} When an option is invalid; names the first one.
 */
export function checkCallOptions(options: object, kind: 'call' | 'list'): void {
  checkRecord('', options, kind === 'list' ? listChecks : callChecks);
}
