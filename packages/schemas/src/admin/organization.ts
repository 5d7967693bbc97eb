/** The organization of an admin key, and the roles of its members. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';

/** Roles that invites and updates can assign. `admin` cannot be assigned through the API. */
export type AssignableRole = 'user' | 'developer' | 'billing' | 'assistant_code_user';

/** Role of a member of the organization. Other roles may be added later. */
export type OrganizationRole = OpenEnum<AssignableRole | 'admin'>;

/**
 * An organization.
 *
 * @source compliance > Organization
 */
export interface Organization {
  /** Identifier of the organization. */
  id: string;
  /** Name of the organization. */
  name: string;
  /** Always `organization`. */
  type: 'organization';
}

/** Retrieves the organization that the admin key belongs to. */
export const retrieveOrganization: Operation<{ response: Organization }> = {
  id: 'organization.retrieve',
  method: 'GET',
  path: '/v1/organizations/me',
  auth: 'admin-key',
  replay: 'read',
  source: 'compliance > Administration: organization',
};
