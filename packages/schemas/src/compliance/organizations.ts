/** The directory: organizations under the parent organization, and their users. */
import type { Operation } from '../kit/operation.js';
import type { CursorPage } from '../kit/paging.js';

/**
 * An organization of the directory.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export interface DirectoryOrganization {
  /** UUID of the organization. Pass it to {@link listDirectoryUsers}. */
  uuid: string;
  /** Name of the organization. */
  name: string;
  /** Creation time (RFC 3339). */
  created_at: string;
}

/**
 * A page of organizations, oldest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export interface DirectoryOrganizationPage {
  /** The organizations, oldest first. */
  data: DirectoryOrganization[];
  /** Whether more items follow. If null or absent, the presence of a cursor decides. */
  has_more?: boolean | null | undefined;
  /** Opaque cursor of the next page; null or absent on the last one. */
  next_page?: string | null | undefined;
}

/**
 * A current member of an organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export interface DirectoryUser {
  /** Identifier of the user. Pass it in the filter `user_ids`. */
  id: string;
  /** Full name of the user. */
  full_name: string;
  /** E-mail address of the user. */
  email: string;
  /** Time at which the account was created (RFC 3339). */
  created_at: string;
}

/**
 * A page of the users of an organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export interface DirectoryUserPage extends CursorPage<DirectoryUser> {
  /** Whether more items follow. If null or absent, the presence of a cursor decides. */
  has_more?: boolean | null | undefined;
}

/**
 * Query of {@link listDirectoryOrganizations}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export interface DirectoryOrganizationListParams {
  /** Opaque cursor from `next_page`. */
  page?: string | undefined;
}

/**
 * Query of {@link listDirectoryUsers}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.3
 */
export interface DirectoryUserListParams {
  /** Users per page, 1 to 1,000. Default 500. */
  limit?: number | undefined;
  /** Opaque cursor from `next_page`. */
  page?: string | undefined;
}

/** Lists the organizations under the authenticated parent organization, oldest first. */
export const listDirectoryOrganizations: Operation<{
  query: DirectoryOrganizationListParams;
  response: DirectoryOrganizationPage;
}> = {
  id: 'organizations.list',
  method: 'GET',
  path: '/v1/compliance/organizations',
  auth: 'compliance-key',
  paging: 'cursor',
  replay: 'read',
  source: 'compliance > Compliance: chats',
  assumed: ['query', 'response'],
};

/** Lists the current users of an organization, oldest account first. */
export const listDirectoryUsers: Operation<{
  params: 'org_uuid';
  query: DirectoryUserListParams;
  response: DirectoryUserPage;
}> = {
  id: 'organizations.listUsers',
  method: 'GET',
  path: '/v1/compliance/organizations/{org_uuid}/users',
  auth: 'compliance-key',
  paging: 'cursor',
  replay: 'read',
  source: 'compliance > Compliance: chats',
  assumed: ['query', 'response'],
};
