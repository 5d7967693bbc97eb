/** The schemas of the compliance API, by operation id. */
import type { SchemasFor } from '../kit/schema.js';
import { activitySchemas } from './activities.schema.js';
import { chatMessageSchemas } from './chat-messages.schema.js';
import { chatSchemas } from './chats.schema.js';
import { downloadSchemas } from './downloads.schema.js';
import type { ComplianceOperations } from './operations.js';
import { directorySchemas } from './organizations.schema.js';
import { projectSchemas } from './projects.schema.js';

/** The schemas of the compliance API, by operation id. */
export const complianceSchemas: SchemasFor<ComplianceOperations> = {
  ...chatSchemas,
  ...chatMessageSchemas,
  ...activitySchemas,
  ...downloadSchemas,
  ...directorySchemas,
  ...projectSchemas,
};
