/** The directory: organizations under the parent organization, and their users. */
import * as z from 'zod';
import { operationsOf, type OperationContract } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule } from '../kit/schema.js';
import type * as types from './organizations.js';

/**
 * An organization of the directory.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export const DirectoryOrganization: ObjectSchema<types.DirectoryOrganization> = openObject({
  /** UUID of the organization. Pass it to {@link listDirectoryUsers}. */
  uuid: z.string().min(1),
  /** Name of the organization. */
  name: z.string(),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
});

/**
 * A page of organizations, oldest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export const DirectoryOrganizationPage: ObjectSchema<types.DirectoryOrganizationPage> = openObject({
  /** The organizations, oldest first. */
  data: z.array(DirectoryOrganization),
  /** Whether more items follow. If null or absent, the presence of a cursor decides. */
  has_more: z.boolean().nullish(),
  /** Opaque cursor of the next page; null or absent on the last one. */
  next_page: z.string().nullish(),
});

/**
 * A current member of an organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export const DirectoryUser: ObjectSchema<types.DirectoryUser> = openObject({
  /** Identifier of the user. Pass it in the filter `user_ids`. */
  id: z.string().min(1),
  /** Full name of the user. */
  full_name: z.string(),
  /** E-mail address of the user. */
  email: z.string(),
  /** Time at which the account was created (RFC 3339). */
  created_at: timestamp,
});

/**
 * A page of the users of an organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export const DirectoryUserPage: ObjectSchema<types.DirectoryUserPage> = openObject(
  'CursorPage<DirectoryUser>',
  {
    ...cursorPage(DirectoryUser).shape,
    /** Whether more items follow. If null or absent, the presence of a cursor decides. */
    has_more: z.boolean().nullish(),
  },
);

const page = rule('GEN-009', z.string().min(1)).optional();

/**
 * Query of {@link listDirectoryOrganizations}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export const DirectoryOrganizationListParams: ObjectSchema<types.DirectoryOrganizationListParams> = object({
  /** Opaque cursor from `next_page`. */
  page,
});

/**
 * Query of {@link listDirectoryUsers}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export const DirectoryUserListParams: ObjectSchema<types.DirectoryUserListParams> = object({
  /** Users per page, 1 to 1,000. Default 500. */
  limit: rule('GEN-005', pageLimit(1000)).optional(),
  /** Opaque cursor from `next_page`. */
  page,
});

/** Reads the directory: the organizations of the parent organization, and their users. */
const operation = operationsOf({
  client: 'Organizations',
  auth: 'compliance-key',
  source: 'compliance > Compliance: chats',
});

/** Lists the organizations under the authenticated parent organization, oldest first. */
export const listDirectoryOrganizations: OperationContract = operation({
  id: 'organizations.list',
  route: 'GET /v1/compliance/organizations',
  paging: 'cursor',
  assumed: ['query', 'response'],
  schemas: { query: DirectoryOrganizationListParams, response: DirectoryOrganizationPage },
});

/** Lists the current users of an organization, oldest account first. People who left are not included. */
export const listDirectoryUsers: OperationContract = operation({
  id: 'organizations.listUsers',
  route: 'GET /v1/compliance/organizations/{org_uuid}/users',
  paging: 'cursor',
  assumed: ['query', 'response'],
  schemas: { query: DirectoryUserListParams, response: DirectoryUserPage },
});
