/** Schemas of projects. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import { named, object, type ObjectSchema, openObject, rule, type SchemasFor } from '../kit/schema.js';
import { ChatUserSchema } from './chats.schema.js';
import type * as types from './projects.js';
import type { projectOperations } from './operations.js';
import { TimeRangeSchema } from './time-range.schema.js';

/** Schema of {@link types.Project}. */
export const ProjectSchema: ObjectSchema<types.Project> = openObject<types.Project>()({
  id: named(z.string().startsWith('assistant_proj_')),
  name: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  organization_id: z.string().min(1),
  user: ChatUserSchema,
  is_private: z.boolean(),
});

/** Schema of {@link types.ProjectPage}. */
export const ProjectPageSchema: ObjectSchema<types.ProjectPage> = openObject<types.ProjectPage>()({
  data: z.array(ProjectSchema),
  has_more: z.boolean().nullish(),
  next_page: z.string().nullish(),
});

/** Schema of {@link types.ProjectListParams}. */
export const ProjectListParamsSchema: ObjectSchema<types.ProjectListParams> =
  object<types.ProjectListParams>()({
    organization_ids: rule('GEN-023', z.array(z.string().min(1))).optional(),
    user_ids: rule('GEN-023', z.array(z.string().min(1))).optional(),
    created_at: rule('GEN-023', TimeRangeSchema).optional(),
    limit: rule('GEN-005', pageLimit(100)).optional(),
    page: rule('GEN-009', z.string().min(1)).optional(),
  });

/** Schemas of the operations on projects, by id. */
export const projectSchemas: SchemasFor<typeof projectOperations> = {
  'projects.list': { query: ProjectListParamsSchema, response: ProjectPageSchema },
};
