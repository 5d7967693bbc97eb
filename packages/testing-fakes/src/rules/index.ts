/** The table of rules. A resource's own set joins here once. */
import { adminRules } from './admin.js';
import { complianceRules } from './compliance.js';
import { generalRules } from './general.js';
import { inferenceRules } from './inference/index.js';
import { managedAgentsRules } from './managed-agents.js';
import type { Rule } from './rule-table.js';

/** Every row of the table. */
export const ruleRows: readonly Rule[] = [
  ...generalRules,
  ...inferenceRules,
  ...managedAgentsRules,
  ...complianceRules,
  ...adminRules,
];

/** Every rule, by id. */
export const rules: ReadonlyMap<string, Rule> = new Map(ruleRows.map((rule) => [rule.id, rule]));
