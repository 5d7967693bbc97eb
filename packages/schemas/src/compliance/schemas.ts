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

export { ActivityListParamsSchema, ActivitySchema } from './activities.schema.js';
export {
  ActivityActorSchema,
  ActivityApiActorSchema,
  ActivityScimDirectorySyncActorSchema,
  ActivityUserActorSchema,
  ActivityVendorActorSchema,
} from './activity-actors.schema.js';
export {
  ChatArtifactSchema,
  ChatFileSchema,
  ChatMessageListParamsSchema,
  ChatMessageSchema,
  ChatWithMessagesSchema,
  GeneratedFileSchema,
} from './chat-messages.schema.js';
export { ChatListParamsSchema, ChatSchema, ChatUserSchema, DeletedChatSchema } from './chats.schema.js';
export {
  DirectoryOrganizationListParamsSchema,
  DirectoryOrganizationPageSchema,
  DirectoryOrganizationSchema,
  DirectoryUserListParamsSchema,
  DirectoryUserPageSchema,
  DirectoryUserSchema,
} from './organizations.schema.js';
export { ProjectListParamsSchema, ProjectPageSchema, ProjectSchema } from './projects.schema.js';
export { TimeRangeSchema } from './time-range.schema.js';
