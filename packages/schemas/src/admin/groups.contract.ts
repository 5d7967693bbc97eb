/** Groups of members, which grant roles. */
import * as z from 'zod';
import { type OperationContract, operationsOf } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, rule } from '../kit/schema.js';
import type * as types from './groups.js';

/**
 * A group of members of an organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.1
 */
export const Group: ObjectSchema<types.Group> = openObject({
  /** Identifier. */
  id: z.string().min(1),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Name of the group. */
  name: z.string(),
  /** Roles that the group grants to its members; null or absent when not reported. */
  role_ids: z.array(z.string()).nullish(),
  /** `direct` for groups created in the service, `scim` for those of an identity provider. */
  source_type: openEnum(['direct', 'scim']),
  type: z.literal('rbac_group'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
});

/**
 * A member of a group.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.1
 */
export const GroupMember: ObjectSchema<types.GroupMember> = openObject({
  /** When the person joined the group (RFC 3339). */
  created_at: timestamp,
  /** Email address. */
  email: z.string(),
  /** Identifier of the group. */
  rbac_group_id: z.string(),
  type: z.literal('rbac_group_member'),
  /** Identifier of the user. */
  user_id: z.string(),
});

/** Body of {@link createGroup}. */
export const GroupCreateParams: ObjectSchema<types.GroupCreateParams> = object({
  /** Name of the group, which others may have too. */
  name: rule('GRP-001', z.string().min(1)),
});

/** Body of {@link updateGroup}. */
export const GroupUpdateParams: ObjectSchema<types.GroupUpdateParams> = object({
  /** New name. Null or absent keeps it. */
  name: rule('GRP-001', z.string().min(1)).nullish(),
});

/** Body of {@link addGroupMember}. */
export const GroupMemberAddParams: ObjectSchema<types.GroupMemberAddParams> = object({
  /** Identifier of a member of the organization. */
  user_id: z.string().min(1),
});

/**
 * Response of {@link deleteGroup}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.1
 */
export const DeletedGroup: ObjectSchema<types.DeletedGroup> = openObject({
  /** Identifier of the deleted group. */
  id: z.string(),
  type: z.literal('rbac_group_deleted'),
});

/**
 * Response of {@link removeGroupMember}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.1
 */
export const DeletedGroupMember: ObjectSchema<types.DeletedGroupMember> = openObject({
  /** Identifier of the group. */
  rbac_group_id: z.string(),
  type: z.literal('rbac_group_member_deleted'),
  /** Identifier of the user, who stays a member of the organization. */
  user_id: z.string(),
});

/** Query of {@link listGroups} and {@link listGroupMembers}. */
export const GroupListParams: ObjectSchema<types.GroupListParams> = object('CursorPageParams', {
  page: z.string().min(1).optional(),
  limit: rule('GEN-005', pageLimit(1000)).optional(),
});

/**
 * Manages the groups of the organization and their members. Groups of an identity provider (`source_type` is `scim`) can
 * only be read.
 */
const operation = operationsOf({
  client: 'Groups',
  auth: 'admin-key',
  source: 'not-shown > 1.4.1',
  assumed: ['operation'],
});

/** Creates a group without members. Roles are added in the settings of the service. */
export const createGroup: OperationContract = operation({
  id: 'groups.create',
  route: 'POST /v1/organizations/rbac_groups',
  replay: 'create',
  schemas: { body: GroupCreateParams, response: Group },
});

/** Retrieves a group. */
export const retrieveGroup: OperationContract = operation({
  id: 'groups.retrieve',
  route: 'GET /v1/organizations/rbac_groups/{group_id}',
  schemas: { response: Group },
});

/** Lists the groups of the organization, newest first. */
export const listGroups: OperationContract = operation({
  id: 'groups.list',
  route: 'GET /v1/organizations/rbac_groups',
  paging: 'cursor',
  schemas: { query: GroupListParams, response: cursorPage(Group) },
});

/** Lists the members of a group, newest first. */
export const listGroupMembers: OperationContract = operation({
  id: 'groups.listMembers',
  route: 'GET /v1/organizations/rbac_groups/{group_id}/members',
  paging: 'cursor',
  schemas: { query: GroupListParams, response: cursorPage(GroupMember) },
});

/**
 * Changes the name of a group.
 *
 * @throws `BadRequestError` When an identity provider manages the group.
 */
export const updateGroup: OperationContract = operation({
  id: 'groups.update',
  route: 'POST /v1/organizations/rbac_groups/{group_id}',
  replay: 'idempotent',
  schemas: { body: GroupUpdateParams, response: Group },
});

/**
 * Deletes a group. Its members stay members of the organization, but lose the roles that it grants.
 *
 * @throws `BadRequestError` When an identity provider manages the group.
 */
export const deleteGroup: OperationContract = operation({
  id: 'groups.delete',
  route: 'DELETE /v1/organizations/rbac_groups/{group_id}',
  schemas: { response: DeletedGroup },
});

/**
 * Adds a member of the organization to a group.
 *
 * @throws `BadRequestError` When the user is not a member of the organization, or an identity provider manages the group.
 */
export const addGroupMember: OperationContract = operation({
  id: 'groups.addMember',
  route: 'POST /v1/organizations/rbac_groups/{group_id}/members',
  replay: 'idempotent',
  schemas: { body: GroupMemberAddParams, response: GroupMember },
});

/**
 * Removes a member from a group.
 *
 * @throws `NotFoundError` When the user is not a member of the group.
 */
export const removeGroupMember: OperationContract = operation({
  id: 'groups.removeMember',
  route: 'DELETE /v1/organizations/rbac_groups/{group_id}/members/{user_id}',
  schemas: { response: DeletedGroupMember },
});
