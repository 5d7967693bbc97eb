import type { ContractIssue, Validator } from '@parlance/schemas/kit';
import { misfit } from '../checks/shape.js';
import { guarded } from '../observability/guarded.js';
import type { Attempt } from './attempt.js';

/**
 * Rejects a response or event in which helpers could not read what they need. Other differences from the contract are
 * reported if validation is enabled.
 *
 * @throws {UnexpectedResponseError} For such a response, or when the validator is configured to reject all differences.
 */
export function checkDrift(
  attempt: Attempt,
  part: 'response' | 'event',
  value: object,
  validation: Validator | undefined,
): void {
  const { operation, requestId, observer } = attempt;
  const place = misfit(value, operation[part === 'event' ? 'readsEvents' : 'reads'] ?? {});
  if (place !== undefined)
    throw attempt.unexpected('unexpected_shape', `the ${part} has no usable \`${place}\``);
  if (validation === undefined || validation.responses === 'off') return;
  const issues = validation[part === 'event' ? 'checkEvent' : 'checkResponse'](operation, value);
  if (issues.length === 0) return;
  if (validation.responses === 'throw') {
    throw attempt.unexpected('contract_drift', describeDrift(part, issues), issues);
  }
  const drift = { operation: operation.id, part, issues, requestId };
  observer.drift(drift);
  guarded(() => validation.onDrift?.(drift));
}

function describeDrift(part: 'response' | 'event', issues: readonly ContractIssue[]): string {
  const [{ path = '', message = '', kind = '' } = {}, ...others] = issues;
  const place = path === '' ? '' : ` at ${path}`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `the ${part} differs from the contract${place}: ${message}, found ${kind}${more}`;
}
