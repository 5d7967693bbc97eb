import { checkApprovers, type ApproverPolicy } from './approvers.js';
import { checkRules, type RetentionRule } from './rules.js';

/**
 * Checks a retention policy, as {@link planRetention} does. Whether an archive knows the people and projects of its rules is checked there.
 *
 * @param policy - Rules and approvers.
 * @throws {ConfigError} When a rule or an approver is invalid.
 */
export function checkRetentionPolicy(policy: {
  readonly rules: readonly RetentionRule[];
  readonly approvers: ApproverPolicy | 'none';
}): void {
  checkRules(policy.rules);
  checkApprovers(policy.approvers);
}
