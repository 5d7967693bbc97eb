import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { createInvite, deleteInvite, listInvites, retrieveInvite } from '@parlance/schemas/admin';
import type { DeletedInvite, Invite, InviteCreateParams, InviteListParams } from '@parlance/schemas/admin';

/** Invites people to the organization by e-mail. */
export class Invites {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Invites a person by e-mail. A pending invite expires after 21 days. */
  create(params: InviteCreateParams, options?: CallOptions): ApiPromise<Invite> {
    return this.#transport.call(createInvite, { body: params }, options);
  }

  /** Retrieves an invite with any status. */
  retrieve(inviteId: string, options?: CallOptions): ApiPromise<Invite> {
    return this.#transport.call(retrieveInvite, { params: { invite_id: inviteId } }, options);
  }

  /** Lists the invites of the organization with any status. */
  list(params: InviteListParams = {}, options?: ListOptions): Paginator<Invite> {
    return this.#transport.list(listInvites, { query: params }, options);
  }

  /**
   * Deletes a pending invite, so that it can no longer be accepted.
   *
   * @throws `BadRequestError` When the invite has been accepted or has expired; `NotFoundError` when it does not exist or
   * was already deleted.
   */
  delete(inviteId: string, options?: CallOptions): ApiPromise<DeletedInvite> {
    return this.#transport.call(deleteInvite, { params: { invite_id: inviteId } }, options);
  }
}
