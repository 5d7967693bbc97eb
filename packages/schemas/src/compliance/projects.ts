/** Projects: groups of chats. */
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
  /** Name. */
  name: string;
  /** RFC 3339 time of creation. */
  created_at: string;
  /** RFC 3339 time of the last change. */
  updated_at: string;
  /** Owning organization. */
  organization_id: string;
  /** Creator of the project. */
  user: ChatUser;
  /** Whether only the creator can see it. */
  is_private: boolean;
}

/**
 * A page of projects.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.4
 */
export interface ProjectPage extends CursorPage<Project> {
  /** Whether there are more; null or absent when only the cursor says so. */
  has_more?: boolean | null | undefined;
}

/**
 * Query of {@link listProjects}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.4
 */
export interface ProjectListParams {
  /** Organizations that own the projects: ids (`org_...`) or UUIDs. */
  organization_ids?: string[] | undefined;
  /** Creators of the projects. */
  user_ids?: string[] | undefined;
  /** Creation time. */
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

/** Operations on projects, by id. */
export const projectOperations: { readonly 'projects.list': typeof listProjects } = {
  'projects.list': listProjects,
};
