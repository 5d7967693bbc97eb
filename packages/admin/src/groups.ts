import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listGroupMembers, listGroups, retrieveGroup } from '@parlance/schemas/admin';
import type { Group, GroupListParams, GroupMember } from '@parlance/schemas/admin';

/** Reads the groups of the organization and their members. */
export class Groups {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
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
}
