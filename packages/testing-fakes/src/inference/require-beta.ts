/** Check for body fields that require a beta. */
import type { Beta } from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import { includesBetas } from '../engine/headers.js';
import { badRequest, inContract } from '../engine/refusal.js';

/** A required beta, and the rule that requires it. */
export interface RequiredBeta {
  /** Its first name. Later ones have the same prefix and another date. */
  readonly beta: Beta;
  readonly rule: string;
}

/**
 * Validates that a request names a beta. API versions after 2023-06-01 include the beta features.
 *
 * @throws {Refusal} 400 that names the field, the rule and the beta.
 */
export function requireBeta(call: AnyCall, { beta, rule }: RequiredBeta, path: string): void {
  if (includesBetas(call.version)) return;
  const prefix = beta.replace(/\d{4}-\d\d-\d\d$/, '');
  if (!call.betas.some((name) => name.startsWith(prefix)))
    throw badRequest(rule, '', [
      inContract(path),
      `: is a beta feature and requires the beta ${beta} in the `,
      inContract('vendor-beta'),
      ' header',
    ]);
}
