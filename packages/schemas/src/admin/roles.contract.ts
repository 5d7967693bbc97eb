/** Roles: sets of permissions, which groups grant to their members. */
import * as z from 'zod';
import { type OperationContract, operationsOf } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import type { CursorPage } from '../kit/paging.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, rule } from '../kit/schema.js';
import type * as types from './roles.js';

/**
 * Origin of a role.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.1
 */
export const RoleSource: ObjectSchema<types.RoleSource> = openObject({
  /** `built_in` for roles that every organization has, `custom` for its own. */
  type: openEnum(['built_in', 'custom']),
});

/**
 * A role of an organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.1
 */
export const Role: ObjectSchema<types.Role> = openObject({
  /** Identifier. */
  id: z.string().min(1),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Name for people. */
  display_name: z.string(),
  /** Origin of the role. */
  source: RoleSource,
  type: z.literal('rbac_role'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
});

/** Query of {@link listRoles}. */
export const RoleListParams: ObjectSchema<types.RoleListParams> = object('CursorPageParams', {
  page: z.string().min(1).optional(),
  limit: rule('GEN-005', pageLimit(1000)).optional(),
});

/** A page of {@link types.Role}. */
export const RolePage: ObjectSchema<CursorPage<types.Role>> = cursorPage(Role);

const operation = operationsOf({ auth: 'admin-key', source: 'not-shown > 1.4.1' });

/**
 * Retrieves a role.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.1
 */
export const retrieveRole: OperationContract = operation({
  id: 'roles.retrieve',
  route: 'GET /v1/organizations/rbac_roles/{role_id}',
  assumed: ['operation'],
  schemas: { response: Role },
});

/**
 * Lists the roles of the organization, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.1
 */
export const listRoles: OperationContract = operation({
  id: 'roles.list',
  route: 'GET /v1/organizations/rbac_roles',
  paging: 'cursor',
  assumed: ['operation'],
  schemas: { query: RoleListParams, response: RolePage },
});
