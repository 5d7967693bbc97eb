/** Schemas of projects. */
import { s } from '../kit/schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import { named, object, openObject, rule, type Schema, type SchemasFor } from '../kit/schema.js';
import { ChatUserSchema } from './chats.schema.js';
import type { Project, ProjectListParams, projectOperations, ProjectPage } from './projects.js';
import { TimeRangeSchema } from './time-range.schema.js';

/** Schema of {@link Project}. */
export const ProjectSchema: Schema<Project> = openObject<Project>()({
  id: named(s.string().startsWith('assistant_proj_')),
  name: s.string(),
  created_at: timestamp,
  updated_at: timestamp,
  organization_id: s.string().min(1),
  user: ChatUserSchema,
  is_private: s.boolean(),
});

/** Schema of {@link ProjectPage}. */
export const ProjectPageSchema: Schema<ProjectPage> = openObject<ProjectPage>()({
  data: s.array(ProjectSchema),
  has_more: s.boolean(),
  next_page: s.string().nullable(),
});

/** Schema of {@link ProjectListParams}. */
export const ProjectListParamsSchema: Schema<ProjectListParams> = object<ProjectListParams>()({
  organization_ids: rule('GEN-023', s.array(s.string().min(1))).optional(),
  user_ids: rule('GEN-023', s.array(s.string().min(1))).optional(),
  created_at: rule('GEN-023', TimeRangeSchema).optional(),
  limit: rule('GEN-005', pageLimit(100)).optional(),
  page: rule('GEN-009', s.string().min(1)).optional(),
});

/** Schemas of the operations on projects, by id. */
export const projectSchemas: SchemasFor<typeof projectOperations> = {
  'projects.list': { query: ProjectListParamsSchema, response: ProjectPageSchema },
};
