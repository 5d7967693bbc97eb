/** The handlers of all operations, by operation id. */
import type { Operations } from '@parlance/schemas';
import { adminHandlers } from './admin/handlers.js';
import { complianceHandlers } from './compliance/handlers.js';
import type { HandlersFor } from './engine/call.js';
import { inferenceHandlers } from './inference/handlers.js';
import { managedAgentsHandlers } from './managed-agents/handlers.js';

/** Handlers of every operation. An operation without a handler does not compile. */
export const handlers: HandlersFor<Operations> = {
  ...inferenceHandlers,
  ...managedAgentsHandlers,
  ...adminHandlers,
  ...complianceHandlers,
};
