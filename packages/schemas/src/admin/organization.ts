/** The organization that an admin key belongs to, and the roles of its people. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';

/** Roles that an invite or an update can give. `admin` is given outside the API only. */
export type AssignableRole = 'user' | 'developer' | 'billing' | 'assistant_code_user';

/** Role of a person within the organization. A later version of the service may know more. */
export type OrganizationRole = OpenEnum<AssignableRole | 'admin'>;

/**
 * An organization.
 *
 * @source compliance > Organization
 */
export interface Organization {
  /** Identifier. */
  id: string;
  /** Name. */
  name: string;
  /** Always `organization`. */
  type: 'organization';
}

/** Retrieves the organization of the authenticated key. */
export const retrieveOrganization: Operation<{ response: Organization }> = {
  id: 'organization.retrieve',
  method: 'GET',
  path: '/v1/organizations/me',
  auth: 'admin-key',
  replay: 'read',
  source: 'compliance > Administration: organization',
};

/** Operations on the organization, by id. */
export const organizationOperations: {
  readonly 'organization.retrieve': typeof retrieveOrganization;
} = { 'organization.retrieve': retrieveOrganization };
