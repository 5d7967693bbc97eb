/** The table of rules. The rows of a new file join here. */
import { adminRules } from './admin.js';
import { apiKeyRules, complianceSettingsRules, rateLimitRules, reportRules } from './administration.js';
import { agentRules } from './agents.js';
import { activityRules } from './compliance-activities.js';
import { complianceRules } from './compliance.js';
import type { DocumentName } from './documents.js';
import { environmentWorkRules } from './environment-work.js';
import { generalRules } from './general.js';
import { completionRules } from './inference/completions.js';
import { messageInputRules } from './inference/message-input.js';
import { messageRules } from './inference/messages.js';
import { modelRules } from './inference/models.js';
import { toolRules } from './inference/tools.js';
import { laterSessionRules } from './later-sessions.js';
import { managedAgentsRules } from './managed-agents.js';
import { messageBatchRules } from './message-batches.js';
import { memoryStoreRules } from './memory-stores.js';
import type { Rule, RuleRows } from './rule.js';
import { skillRules } from './skills.js';
import { sessionEventRules } from './session-events.js';
import { sessionResourceRules } from './session-resources.js';
import { sessionRules } from './sessions.js';
import { userProfileRules } from './user-profiles.js';
import { vaultRules } from './vaults.js';
import { webhookRules } from './webhooks.js';

const TABLES: readonly (readonly [DocumentName, RuleRows])[] = [
  ['not-shown', generalRules],
  ['not-shown', messageBatchRules],
  ['not-shown', skillRules],
  ['not-shown', environmentWorkRules],
  ['not-shown', laterSessionRules],
  ['not-shown', apiKeyRules],
  ['not-shown', webhookRules],
  ['not-shown', rateLimitRules],
  ['not-shown', reportRules],
  ['not-shown', complianceSettingsRules],
  ['inference', messageRules],
  ['inference', messageInputRules],
  ['inference', toolRules],
  ['inference', modelRules],
  ['inference', completionRules],
  ['managed-agents', managedAgentsRules],
  ['managed-agents', agentRules],
  ['managed-agents', sessionRules],
  ['managed-agents', sessionResourceRules],
  ['managed-agents', sessionEventRules],
  ['managed-agents', vaultRules],
  ['managed-agents', memoryStoreRules],
  ['managed-agents', userProfileRules],
  ['compliance', complianceRules],
  ['compliance', activityRules],
  ['compliance', adminRules],
];

/** Every rule. */
export const ruleRows: readonly Rule[] = TABLES.flatMap(([document, rows]) =>
  Object.entries(rows).map(([id, [places, statement, enforcedBy]]) => {
    const source = places.split('; ').map((place) => `${document} > ${place}`);
    return { id, source: source.join('; '), statement, enforcedBy };
  }),
);

/** Every rule, by id. */
export const rules: ReadonlyMap<string, Rule> = new Map(ruleRows.map((rule) => [rule.id, rule]));
