import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  addGroupMember,
  createGroup,
  deleteGroup,
  listGroupMembers,
  listGroups,
  removeGroupMember,
  retrieveGroup,
  updateGroup,
} from '@parlance/schemas/admin';
import type {
  DeletedGroup,
  DeletedGroupMember,
  Group,
  GroupCreateParams,
  GroupListParams,
  GroupMember,
  GroupMemberAddParams,
  GroupUpdateParams,
} from '@parlance/schemas/admin';

/**
 * Manages the groups of the organization and their members. Groups of an identity provider (`source_type` is `scim`) can only be
 * read.
 */
export class Groups {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a group without members. Roles are added in the settings of the service. */
  create(params: GroupCreateParams, options?: CallOptions): ApiPromise<Group> {
    return this.#transport.call(createGroup, { body: params }, options);
  }

  /** Retrieves a group by id. */
  retrieve(groupId: string, options?: CallOptions): ApiPromise<Group> {
    return this.#transport.call(retrieveGroup, { params: { group_id: groupId } }, options);
  }

  /** Lists the groups, newest first. */
  list(params: GroupListParams = {}, options?: ListOptions): Paginator<Group> {
    return this.#transport.list(listGroups, { query: params }, options);
  }

  /** Lists the members of a group, newest first. */
  listMembers(groupId: string, params: GroupListParams = {}, options?: ListOptions): Paginator<GroupMember> {
    return this.#transport.list(listGroupMembers, { params: { group_id: groupId }, query: params }, options);
  }

  /**
   * Changes the name of a group.
   *
   * @throws `BadRequestError` When an identity provider manages the group.
   */
  update(groupId: string, params: GroupUpdateParams, options?: CallOptions): ApiPromise<Group> {
    return this.#transport.call(updateGroup, { params: { group_id: groupId }, body: params }, options);
  }

  /**
   * Deletes a group. Its members lose the roles that it grants.
   *
   * @throws `BadRequestError` When an identity provider manages the group.
   */
  delete(groupId: string, options?: CallOptions): ApiPromise<DeletedGroup> {
    return this.#transport.call(deleteGroup, { params: { group_id: groupId } }, options);
  }

  /**
   * Adds a member of the organization to a group.
   *
   * @throws `BadRequestError` When the user is not a member of the organization, or an identity provider manages the group.
   */
  addMember(groupId: string, params: GroupMemberAddParams, options?: CallOptions): ApiPromise<GroupMember> {
    return this.#transport.call(addGroupMember, { params: { group_id: groupId }, body: params }, options);
  }

  /**
   * Removes a member from a group.
   *
   * @throws `NotFoundError` When the user is not a member of the group.
   */
  removeMember(groupId: string, userId: string, options?: CallOptions): ApiPromise<DeletedGroupMember> {
    const params = { group_id: groupId, user_id: userId };
    return this.#transport.call(removeGroupMember, { params }, options);
  }
}
