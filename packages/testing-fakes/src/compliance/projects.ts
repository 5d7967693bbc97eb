/** Handlers for projects. */
import type { Project, projectOperations } from '@parlance/schemas';
import { organizationOf } from '../admin/directory.js';
import type { HandlersFor } from '../engine/call.js';
import { cursorPage } from '../records/pages.js';
import { collection, type CollectionName } from '../world/store.js';
import { organizationFilter } from './organization-filter.js';
import { timeFilter } from '../records/time-filter.js';

/** A stored project of the world's organization. */
export type StoredProject = Omit<Project, 'organization_id'>;

/** Projects of the organization. */
export const projects: CollectionName<StoredProject> = collection('projects');

/** Handlers for the project operations. */
export const projectHandlers: HandlersFor<typeof projectOperations> = {
  'projects.list': (call) => {
    const { query, world } = call;
    const organization = organizationOf(world);
    const inOrganizations = organizationFilter(organization, query.organization_ids);
    const userIds = query.user_ids === undefined ? undefined : new Set(query.user_ids);
    const isCreated = timeFilter(query.created_at);
    const page = cursorPage(call, {
      from: world.store.of(projects),
      order: 'asc',
      by: (project) => project.created_at,
      ties: 'id',
      where: (project) =>
        inOrganizations(organization.id) &&
        (userIds === undefined || userIds.has(project.user.id)) &&
        isCreated(project.created_at),
      show: (project) => ({ ...project, organization_id: organization.id }),
    });
    return { ...page, has_more: page.next_page != null };
  },
};
