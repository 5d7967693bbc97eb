/** Every scenario, by operation id. */
import type { Operations } from '@parlance/schemas';
import { groupScenarios, roleScenarios } from './admin/groups.js';
import { inviteScenarios } from './admin/invites.js';
import { organizationScenarios } from './admin/organization.js';
import { spendLimitScenarios } from './admin/spend-limits.js';
import { userScenarios } from './admin/users.js';
import { workspaceMemberScenarios, workspaceScenarios } from './admin/workspaces.js';
import {
  apiKeyScenarios,
  complianceSettingsScenarios,
  rateLimitScenarios,
  reportScenarios,
} from './admin/administration.js';
import { webhookScenarios } from './admin/webhooks.js';
import { activityScenarios } from './compliance/activities.js';
import { chatMessageScenarios, chatScenarios } from './compliance/chats.js';
import { directoryScenarios, projectScenarios } from './compliance/directory.js';
import { downloadScenarios } from './compliance/downloads.js';
import { completionScenarios } from './inference/completions.js';
import { messageBatchScenarios } from './inference/message-batches.js';
import { messageScenarios } from './inference/messages.js';
import { modelScenarios } from './inference/models.js';
import { skillScenarios, skillVersionScenarios } from './inference/skills.js';
import { agentScenarios } from './managed-agents/agents.js';
import { environmentWorkScenarios } from './managed-agents/environment-work.js';
import { environmentScenarios } from './managed-agents/environments.js';
import { fileScenarios } from './managed-agents/files.js';
import { memoryScenarios, memoryVersionScenarios } from './managed-agents/memories.js';
import { memoryStoreScenarios } from './managed-agents/memory-stores.js';
import { sessionEventScenarios } from './managed-agents/session-events.js';
import { sessionResourceScenarios } from './managed-agents/session-resources.js';
import { sessionThreadScenarios } from './managed-agents/session-threads.js';
import { sessionScenarios } from './managed-agents/sessions.js';
import { userProfileScenarios } from './managed-agents/user-profiles.js';
import { vaultCredentialScenarios } from './managed-agents/vault-credentials.js';
import { vaultScenarios } from './managed-agents/vaults.js';
import type { ScenariosFor } from './scenario.js';

/** A scenario for each operation. */
export const scenarios: ScenariosFor<Operations> = {
  ...messageScenarios,
  ...messageBatchScenarios,
  ...modelScenarios,
  ...skillScenarios,
  ...skillVersionScenarios,
  ...completionScenarios,
  ...agentScenarios,
  ...environmentScenarios,
  ...environmentWorkScenarios,
  ...fileScenarios,
  ...memoryScenarios,
  ...memoryVersionScenarios,
  ...memoryStoreScenarios,
  ...sessionScenarios,
  ...sessionEventScenarios,
  ...sessionResourceScenarios,
  ...sessionThreadScenarios,
  ...userProfileScenarios,
  ...vaultScenarios,
  ...vaultCredentialScenarios,
  ...inviteScenarios,
  ...organizationScenarios,
  ...userScenarios,
  ...workspaceMemberScenarios,
  ...workspaceScenarios,
  ...groupScenarios,
  ...roleScenarios,
  ...spendLimitScenarios,
  ...apiKeyScenarios,
  ...rateLimitScenarios,
  ...reportScenarios,
  ...complianceSettingsScenarios,
  ...webhookScenarios,
  ...activityScenarios,
  ...chatMessageScenarios,
  ...chatScenarios,
  ...directoryScenarios,
  ...projectScenarios,
  ...downloadScenarios,
};
