/** Every handler, by operation id. A resource's own record joins here once. */
import type { Operations } from '@parlance/schemas';
import { adminHandlers } from './admin/handlers.js';
import { complianceHandlers } from './compliance/handlers.js';
import type { HandlersFor } from './engine/call.js';
import { inferenceHandlers } from './inference/handlers.js';
import { managedAgentsHandlers } from './managed-agents/handlers.js';

/** Handlers of every operation. */
export const handlers: HandlersFor<Operations> = {
  ...inferenceHandlers,
  ...managedAgentsHandlers,
  ...adminHandlers,
  ...complianceHandlers,
};
