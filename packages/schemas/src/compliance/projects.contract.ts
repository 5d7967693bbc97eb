/** Projects, which group chats. */
import * as z from 'zod';
import { operationsOf, type OperationContract } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { named, object, type ObjectSchema, openObject, rule } from '../kit/schema.js';
import { ChatUser } from './chats.contract.js';
import type * as types from './projects.js';
import { TimeRange } from './time-range.contract.js';

/**
 * Metadata of a project.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.4
 */
export const Project: ObjectSchema<types.Project> = openObject({
  /** Identifier with the prefix `assistant_proj_`. */
  id: named(z.string().startsWith('assistant_proj_')),
  /** Name of the project. */
  name: z.string(),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** Organization that the project belongs to. */
  organization_id: z.string().min(1),
  /** User who created the project. */
  user: ChatUser,
  /** Whether the project is visible only to its creator. */
  is_private: z.boolean(),
});

/**
 * A page of projects.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.4
 */
export const ProjectPage: ObjectSchema<types.ProjectPage> = openObject('CursorPage<Project>', {
  ...cursorPage(Project).shape,
  /** Whether more projects follow. If null or absent, the presence of a cursor decides. */
  has_more: z.boolean().nullish(),
});

/**
 * Query of {@link listProjects}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.4
 */
export const ProjectListParams: ObjectSchema<types.ProjectListParams> = object({
  /** Returns only projects in these organizations: ids (`org_...`) or UUIDs. */
  organization_ids: rule('GEN-023', z.array(z.string().min(1))).optional(),
  /** Returns only projects created by these users. */
  user_ids: rule('GEN-023', z.array(z.string().min(1))).optional(),
  /** Returns only projects created in this time range. */
  created_at: rule('GEN-023', TimeRange).optional(),
  /** Projects per page, 1 to 100. Default 20. */
  limit: rule('GEN-005', pageLimit(100)).optional(),
  /** Opaque cursor from `next_page`. */
  page: rule('GEN-009', z.string().min(1)).optional(),
});

/** Lists projects, which group chats. */
const operation = operationsOf({
  client: 'Projects',
  auth: 'compliance-key',
  source: 'compliance > Compliance: chats',
});

/** Lists the projects, oldest first. */
export const listProjects: OperationContract = operation({
  id: 'projects.list',
  route: 'GET /v1/compliance/apps/projects',
  paging: 'cursor',
  query: { organization_ids: 'name[]', user_ids: 'name[]', created_at: 'name.gte' },
  content: ['data.*.name'],
  assumed: ['query', 'response'],
  schemas: { query: ProjectListParams, response: ProjectPage },
});
