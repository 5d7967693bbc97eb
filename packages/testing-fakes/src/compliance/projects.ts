/**
 * Handlers for projects.
 *
 * Rules: CMP-073.
 */
import type { Project, projectOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { cursorPage } from '../records/pages.js';
import { collection, type CollectionName } from '../world/store.js';
import { organizationFilter, organizationFinder } from './organization-filter.js';
import { timeFilter } from '../records/time-filter.js';

/** A stored project. */
export interface StoredProject extends Omit<Project, 'organization_id'> {
  /** Key of its organization. Absent in projects of the world's own. */
  readonly organization?: string | undefined;
}

/** Projects of all organizations. */
export const projects: CollectionName<StoredProject> = collection('projects');

/** Handlers for the project operations. */
export const projectHandlers: HandlersFor<typeof projectOperations> = {
  'projects.list': (call) => {
    const { query, world } = call;
    const find = organizationFinder(world);
    const inOrganizations = organizationFilter(query.organization_ids);
    const userIds = query.user_ids === undefined ? undefined : new Set(query.user_ids);
    const isCreated = timeFilter(query.created_at);
    const page = cursorPage(call, {
      from: world.store.of(projects),
      order: 'asc',
      by: (project) => project.created_at,
      ties: 'id',
      where: (project) =>
        inOrganizations(find(project.organization)) &&
        (userIds === undefined || userIds.has(project.user.id)) &&
        isCreated(project.created_at),
      show: ({ organization, ...project }) => ({
        ...project,
        organization_id: find(organization)?.id ?? world.organizationId,
      }),
    });
    return { ...page, has_more: page.next_page != null };
  },
};
