import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  archiveVaultCredential,
  createVaultCredential,
  deleteVaultCredential,
  listVaultCredentials,
  retrieveVaultCredential,
  updateVaultCredential,
  validateVaultCredential,
} from '@parlance/schemas/managed-agents';
import type {
  DeletedVaultCredential,
  VaultCredential,
  VaultCredentialCreateParams,
  VaultCredentialListParams,
  VaultCredentialUpdateParams,
  VaultCredentialValidation,
} from '@parlance/schemas/managed-agents';

/** Stores and manages the credentials of a vault. Secrets are write-only: responses never contain them. */
export class VaultCredentials {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Stores a credential.
   *
   * @throws {ConflictError} When the vault already has an active credential for the same server.
   */
  create(
    vaultId: string,
    params: VaultCredentialCreateParams,
    options?: CallOptions,
  ): ApiPromise<VaultCredential> {
    return this.#transport.call(
      createVaultCredential,
      { params: { vault_id: vaultId }, body: params },
      options,
    );
  }

  /** Retrieves a credential without its secrets. */
  retrieve(vaultId: string, credentialId: string, options?: CallOptions): ApiPromise<VaultCredential> {
    return this.#transport.call(
      retrieveVaultCredential,
      { params: { vault_id: vaultId, credential_id: credentialId } },
      options,
    );
  }

  /** Lists the credentials in a vault, newest first. */
  list(
    vaultId: string,
    params: VaultCredentialListParams = {},
    options?: ListOptions,
  ): Paginator<VaultCredential> {
    return this.#transport.list(
      listVaultCredentials,
      { params: { vault_id: vaultId }, query: params },
      options,
    );
  }

  /** Updates a credential's secrets, name or metadata. */
  update(
    vaultId: string,
    credentialId: string,
    params: VaultCredentialUpdateParams,
    options?: CallOptions,
  ): ApiPromise<VaultCredential> {
    return this.#transport.call(
      updateVaultCredential,
      { params: { vault_id: vaultId, credential_id: credentialId }, body: params },
      options,
    );
  }

  /** Archives a credential and purges its secrets. */
  archive(vaultId: string, credentialId: string, options?: CallOptions): ApiPromise<VaultCredential> {
    return this.#transport.call(
      archiveVaultCredential,
      { params: { vault_id: vaultId, credential_id: credentialId } },
      options,
    );
  }

  /** Deletes a credential. */
  delete(vaultId: string, credentialId: string, options?: CallOptions): ApiPromise<DeletedVaultCredential> {
    return this.#transport.call(
      deleteVaultCredential,
      { params: { vault_id: vaultId, credential_id: credentialId } },
      options,
    );
  }

  /** Tests an OAuth credential against its server. */
  validate(
    vaultId: string,
    credentialId: string,
    options?: CallOptions,
  ): ApiPromise<VaultCredentialValidation> {
    return this.#transport.call(
      validateVaultCredential,
      { params: { vault_id: vaultId, credential_id: credentialId } },
      options,
    );
  }
}
