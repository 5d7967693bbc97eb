/** What needs a beta name in a body. */
import type { AnyCall } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';

const LAST_BETA_VERSION = '2023-06-01';

/** A beta, by the beginning of its names, and the rule that asks for it. */
export interface NeededBeta {
  readonly beta: string;
  readonly rule: string;
}

/**
 * Checks that a request names a beta. Under a version younger than the documents' the beta features are general.
 *
 * @throws {Refusal} 400 that names the field, the rule and the beta.
 */
export function requireBeta(call: AnyCall, { beta, rule }: NeededBeta, path: string): void {
  if (call.version !== null && call.version > LAST_BETA_VERSION) return;
  if (!call.betas.some((name) => name.startsWith(beta)))
    throw badRequest(rule, path, `is beta only: the request needs a ${beta}... name in vendor-beta`);
}
