/** What distinguishes one kind of client from another. */
import type { KeyKind, NamingTable } from '@parlance/schemas/kit';

/** How a kind of client authenticates. */
export interface ClientProfile {
  /** Kind of key. */
  readonly key: KeyKind;
  /** Header that carries the key. Default `x-api-key`. */
  readonly keyHeader?: 'x-api-key' | 'authorization' | undefined;
  /** Where a deployment's names occur in the operations of this client. If omitted, only headers are renamed. */
  readonly naming?: NamingTable | undefined;
  /** Options of this kind of client in addition to the shared ones and its key, with their allowed types. */
  readonly options?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The option for each kind of key. */
export const keyOption: Readonly<Record<KeyKind, 'apiKey' | 'adminKey' | 'complianceKey'>> = {
  'api-key': 'apiKey',
  'admin-key': 'adminKey',
  'compliance-key': 'complianceKey',
};

/** The environment variable for each kind of key. */
export const keyVariable: Readonly<Record<KeyKind, string>> = {
  'api-key': 'PARLANCE_API_KEY',
  'admin-key': 'PARLANCE_ADMIN_KEY',
  'compliance-key': 'PARLANCE_COMPLIANCE_KEY',
};
