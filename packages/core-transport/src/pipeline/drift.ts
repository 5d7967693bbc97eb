import type { HttpResponse } from '../http-adapter.js';
import type { Call } from './call.js';
import { unexpected } from './status.js';

/** Looks for differences from the contract, if that is wanted: throws, or tells those who asked. */
export function checkDrift(
  call: Call,
  response: HttpResponse,
  [part, value]: readonly [part: 'response' | 'event', value: object],
): void {
  const { operation, requestId, core } = call;
  const { validation } = core;
  if (validation === undefined || validation.responses === 'off') return;
  const issues = validation[part === 'event' ? 'checkEvent' : 'checkResponse'](operation, value);
  if (issues.length === 0) return;
  if (validation.responses === 'throw')
    throw unexpected(
      call,
      response,
      ['contract_drift', `the ${part} differs from the contract at ${issues[0]?.path}`],
      issues,
    );
  const drift = { operation: operation.id, part, issues, requestId };
  call.tell('drift', drift);
  try {
    validation.onDrift?.(drift);
  } catch {
    // A listener that fails must not fail the call that it only observes.
  }
}
