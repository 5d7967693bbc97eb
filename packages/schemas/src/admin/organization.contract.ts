/** The organization of an admin key, and the roles of its members. */
import * as z from 'zod';
import { type OperationContract, operationsOf } from '../kit/contract.js';
import { named, type ObjectSchema, openEnum, openObject, type Schema } from '../kit/schema.js';
import type * as types from './organization.js';

/** Roles that invites and updates can assign. `admin` cannot be assigned through the API. */
export const AssignableRole: Schema<types.AssignableRole> = z.enum([
  'user',
  'developer',
  'billing',
  'assistant_code_user',
]);

/** Role of a member of the organization. Other roles may be added later. */
export const OrganizationRole: Schema<types.OrganizationRole> = named(
  openEnum(z.union([AssignableRole, z.literal('admin')])),
);

/**
 * An organization.
 *
 * @source compliance > Organization
 */
export const Organization: ObjectSchema<types.Organization> = openObject({
  /** Identifier of the organization. */
  id: z.string().min(1),
  /** Name of the organization. */
  name: z.string(),
  type: z.literal('organization'),
});

/** Reads the organization that the admin key belongs to. */
const operation = operationsOf({
  client: 'Organization',
  auth: 'admin-key',
  source: 'compliance > Administration: organization',
});

/** Retrieves the organization that the admin key belongs to. */
export const retrieveOrganization: OperationContract = operation({
  id: 'organization.retrieve',
  route: 'GET /v1/organizations/me',
  schemas: { response: Organization },
});
