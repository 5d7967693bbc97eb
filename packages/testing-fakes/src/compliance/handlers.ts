/** All compliance handlers. Each resource contributes one record. */
import type { ComplianceOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { activityHandlers } from './activities.js';
import { chatHandlers } from './chats.js';
import { downloadHandlers } from './downloads.js';
import { directoryHandlers } from './organizations.js';
import { projectHandlers } from './projects.js';

/** Handlers for the compliance operations. */
export const complianceHandlers: HandlersFor<ComplianceOperations> = {
  ...chatHandlers,
  ...activityHandlers,
  ...downloadHandlers,
  ...directoryHandlers,
  ...projectHandlers,
};
