/** What a service requires of the keys, headers and queries of its requests. */
import type { KeyKind, Operation } from '@parlance/schemas';

/** Ids of the rules that a request violates if its key or one of these headers is wrong. */
export interface HeaderRules {
  readonly key: string;
  readonly version: string;
  readonly contentType: string;
  readonly beta: string;
}

/** Conventions of a service. */
export interface Conventions {
  /** Returns the rules of an operation. */
  readonly rulesOf: (operation: Operation) => HeaderRules;
  /** Whether `vendor-version` is required. */
  readonly isVersionRequired: boolean;
  /** Whether an empty query parameter is absent, as clients send null, or is rejected. */
  readonly emptyParameters: 'absent' | 'rejected';
  /** Whether a key of another kind than that of the operation may call it too. */
  readonly acceptsKey: (operation: Operation, kind: KeyKind) => boolean;
  /** Whether an operation accepts these beta names in place of the one that it requires. */
  readonly acceptsBetas: (operation: Operation, names: readonly string[]) => boolean;
}

/** Conventions of a service that states none. */
export const defaultConventions: Conventions = {
  rulesOf: () => ({ key: 'GEN-006', version: 'GEN-005', contentType: 'GEN-005', beta: 'GEN-005' }),
  isVersionRequired: true,
  emptyParameters: 'absent',
  acceptsKey: () => false,
  acceptsBetas: () => false,
};
