import type { ApiPromise, CallOptions } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { retrieveOrganization, type Organization as OrganizationRecord } from '@parlance/schemas/admin';

/** Reads the organization that the admin key belongs to. */
export class Organization {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Retrieves the organization that the admin key belongs to. */
  retrieve(options?: CallOptions): ApiPromise<OrganizationRecord> {
    return this.#transport.call(retrieveOrganization, {}, options);
  }
}
