/** The records of managed agents, by kind. */
import type {
  McpOauthCreateParams,
  StaticBearerCreateParams,
  Vault,
  VaultCredential,
} from '@parlance/schemas';
import { collection, type CollectionName } from '../world/store.js';

/** What a credential authenticates for, with its secrets. */
export type StoredAuth = McpOauthCreateParams | StaticBearerCreateParams;

/** A credential as it is stored: with its secrets until it is archived. */
export interface StoredCredential extends Omit<VaultCredential, 'auth'> {
  auth: StoredAuth;
}

/** Vaults. */
export const vaults: CollectionName<Vault> = collection('vaults');
/** Credentials, by vault. */
export const credentials: CollectionName<StoredCredential> = collection('vault_credentials');
