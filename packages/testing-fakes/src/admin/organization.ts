/**
 * Handlers for the organization.
 *
 * Rules: ADM-010.
 */
import type { organizationOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { organizationOf, showOrganization } from '../organization/directory.js';

/** Handlers for the organization operations. */
export const organizationHandlers: HandlersFor<typeof organizationOperations> = {
  'organization.retrieve': ({ world }) => showOrganization(organizationOf(world)),
};
