/** The operations of the compliance API, by id. */
import { activityOperations } from './activities.js';
import { chatMessageOperations } from './chat-messages.js';
import { chatOperations } from './chats.js';
import { downloadOperations } from './downloads.js';
import { directoryOperations } from './organizations.js';
import { projectOperations } from './projects.js';

/** Type of {@link complianceOperations}. */
export type ComplianceOperations = typeof chatOperations &
  typeof chatMessageOperations &
  typeof activityOperations &
  typeof downloadOperations &
  typeof directoryOperations &
  typeof projectOperations;

/** The operations of the compliance API, by id. */
export const complianceOperations: ComplianceOperations = {
  ...chatOperations,
  ...chatMessageOperations,
  ...activityOperations,
  ...downloadOperations,
  ...directoryOperations,
  ...projectOperations,
};
