/** Roles: sets of permissions, which groups grant to their members. */
import * as z from 'zod';
import { type OperationContract, operationsOf } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, openUnion, rule } from '../kit/schema.js';
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

/** Query of {@link listRoles} and {@link listRolePermissions}. */
export const RoleListParams: ObjectSchema<types.RoleListParams> = object('CursorPageParams', {
  page: z.string().min(1).optional(),
  limit: rule('GEN-005', pageLimit(1000)).optional(),
});

/** The permission applies to an organization. */
export const OrganizationPermissionResource: ObjectSchema<types.OrganizationPermissionResource> = openObject({
  /** UUID of the organization. */
  organization_id: z.string(),
  type: z.literal('organization'),
});

/** The permission applies to all connectors. */
export const AllConnectorsPermissionResource: ObjectSchema<types.AllConnectorsPermissionResource> =
  openObject({ type: z.literal('all_connectors') });

/** The permission applies to a connector. */
export const ConnectorPermissionResource: ObjectSchema<types.ConnectorPermissionResource> = openObject({
  /** Identifier of the connector. */
  connector_id: z.string(),
  type: z.literal('connector'),
});

/** The permission applies to a tool of a connector. */
export const ConnectorToolPermissionResource: ObjectSchema<types.ConnectorToolPermissionResource> =
  openObject({
    /** Identifier of the connector. */
    connector_id: z.string(),
    /** Name of the tool, encoded if it has characters other than letters, digits, `_` and `-`. */
    tool_name: z.string(),
    type: z.literal('connector_tool'),
  });

/** The permission applies to an OAuth scope of a connector. */
export const ConnectorScopePermissionResource: ObjectSchema<types.ConnectorScopePermissionResource> =
  openObject({
    /** Identifier of the connector. */
    connector_id: z.string(),
    /** The scope, encoded like the name of a tool. */
    scope: z.string(),
    type: z.literal('connector_scope'),
  });

/**
 * A permission that a role grants.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.1
 */
export const RolePermission: ObjectSchema<types.RolePermission> = openObject({
  /** What the role may do with the resource, for example `chat` with an organization or `use` with a tool. */
  action: z.string(),
  /** What the permission applies to. */
  resource: openUnion('type', [
    OrganizationPermissionResource,
    AllConnectorsPermissionResource,
    ConnectorPermissionResource,
    ConnectorToolPermissionResource,
    ConnectorScopePermissionResource,
  ]),
  type: z.literal('rbac_role_permission'),
});

/** Reads the roles of the organization: sets of permissions, which `groups` grant to their members. */
const operation = operationsOf({
  client: 'Roles',
  auth: 'admin-key',
  source: 'not-shown > 1.4.1',
  assumed: ['operation'],
});

/** Retrieves a role. */
export const retrieveRole: OperationContract = operation({
  id: 'roles.retrieve',
  route: 'GET /v1/organizations/rbac_roles/{role_id}',
  schemas: { response: Role },
});

/** Lists the roles of the organization, newest first. */
export const listRoles: OperationContract = operation({
  id: 'roles.list',
  route: 'GET /v1/organizations/rbac_roles',
  paging: 'cursor',
  schemas: { query: RoleListParams, response: cursorPage(Role) },
});

/** Lists the permissions that a role grants. */
export const listRolePermissions: OperationContract = operation({
  id: 'roles.listPermissions',
  route: 'GET /v1/organizations/rbac_roles/{role_id}/permissions',
  paging: 'cursor',
  schemas: { query: RoleListParams, response: cursorPage(RolePermission) },
});
