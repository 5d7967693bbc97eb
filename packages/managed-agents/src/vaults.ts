import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  archiveVault,
  createVault,
  deleteVault,
  listVaults,
  retrieveVault,
  updateVault,
} from '@parlance/schemas/managed-agents';
import type {
  DeletedVault,
  Vault,
  VaultCreateParams,
  VaultListParams,
  VaultUpdateParams,
} from '@parlance/schemas/managed-agents';
import { VaultCredentials } from './vault-credentials.js';

/** Creates and manages vaults: named collections of credentials that sessions can use. */
export class Vaults {
  /** Credentials of a vault. */
  readonly credentials: VaultCredentials;
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.credentials = new VaultCredentials(transport);
  }

  /** Creates a vault. */
  create(params: VaultCreateParams, options?: CallOptions): ApiPromise<Vault> {
    return this.#transport.call(createVault, { body: params }, options);
  }

  /** Retrieves a vault. */
  retrieve(vaultId: string, options?: CallOptions): ApiPromise<Vault> {
    return this.#transport.call(retrieveVault, { params: { vault_id: vaultId } }, options);
  }

  /** Lists vaults, newest first. Archived vaults are included only with `include_archived`. */
  list(params: VaultListParams = {}, options?: ListOptions): Paginator<Vault> {
    return this.#transport.list(listVaults, { query: params }, options);
  }

  /** Updates a vault's name or metadata. */
  update(vaultId: string, params: VaultUpdateParams, options?: CallOptions): ApiPromise<Vault> {
    return this.#transport.call(updateVault, { params: { vault_id: vaultId }, body: params }, options);
  }

  /** Archives a vault and its credentials. */
  archive(vaultId: string, options?: CallOptions): ApiPromise<Vault> {
    return this.#transport.call(archiveVault, { params: { vault_id: vaultId } }, options);
  }

  /** Deletes a vault and its credentials. */
  delete(vaultId: string, options?: CallOptions): ApiPromise<DeletedVault> {
    return this.#transport.call(deleteVault, { params: { vault_id: vaultId } }, options);
  }
}
