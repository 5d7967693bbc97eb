/** Projects, which group chats. */
import type { Operation } from '../kit/operation.js';
import type { CursorPage } from '../kit/paging.js';
import type { ChatUser } from './chats.js';
import type { TimeRange } from './time-range.js';

/**
 * Metadata of a project.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.4
 */
export interface Project {
  /** Identifier with the prefix `assistant_proj_`. */
  id: string;
  /** Name of the project. */
  name: string;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** Organization that the project belongs to. */
  organization_id: string;
  /** User who created the project. */
  user: ChatUser;
  /** Whether the project is visible only to its creator. */
  is_private: boolean;
}

/**
 * A page of projects.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.4
 */
export interface ProjectPage extends CursorPage<Project> {
  /** Whether more projects follow. If null or absent, the presence of a cursor decides. */
  has_more?: boolean | null | undefined;
}

/**
 * Query of {@link listProjects}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.4
 */
export interface ProjectListParams {
  /** Returns only projects in these organizations: ids (`org_...`) or UUIDs. */
  organization_ids?: string[] | undefined;
  /** Returns only projects created by these users. */
  user_ids?: string[] | undefined;
  /** Returns only projects created in this time range. */
  created_at?: TimeRange | undefined;
  /** Projects per page, 1 to 100. Default 20. */
  limit?: number | undefined;
  /** Opaque cursor from `next_page`. */
  page?: string | undefined;
}

/** Lists the projects, oldest first. */
export const listProjects: Operation<{ query: ProjectListParams; response: ProjectPage }> = {
  id: 'projects.list',
  method: 'GET',
  path: '/v1/compliance/apps/projects',
  auth: 'compliance-key',
  paging: 'cursor',
  query: { organization_ids: 'name[]', user_ids: 'name[]', created_at: 'name.gte' },
  replay: 'read',
  content: ['data.*.name'],
  source: 'compliance > Compliance: chats',
  assumed: ['query', 'response'],
};
