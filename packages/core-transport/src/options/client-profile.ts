/** What distinguishes one kind of client from another. */
import type { KeyKind, NamingTable } from '@parlance/schemas/kit';

/** How a kind of client authenticates. */
export interface ClientProfile {
  /** Kind of key. */
  readonly key: KeyKind;
  /** Where the key goes. Default `x-api-key`. */
  readonly keyHeader?: 'x-api-key' | 'authorization' | undefined;
  /** Where a deployment's names occur in the operations of this client; without it only headers are renamed. */
  readonly naming?: NamingTable | undefined;
  /** Options that this kind of client takes besides the shared ones and its key, with the types they may have. */
  readonly options?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Name of the option that holds each kind of key. */
export const keyOption: Readonly<Record<KeyKind, 'apiKey' | 'adminKey' | 'complianceKey'>> = {
  'api-key': 'apiKey',
  'admin-key': 'adminKey',
  'compliance-key': 'complianceKey',
};

/** Name of the variable that holds each kind of key. */
export const keyVariable: Readonly<Record<KeyKind, string>> = {
  'api-key': 'PARLANCE_API_KEY',
  'admin-key': 'PARLANCE_ADMIN_KEY',
  'compliance-key': 'PARLANCE_COMPLIANCE_KEY',
};
