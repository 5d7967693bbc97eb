/** Where the documents' placeholder words occur in the operations of a service, derived from the contract. */

/**
 * Paths of identifiers within a value: field names joined by dots, with `*` for each element of a list or value of a
 * map. A field on the way is renamed when its name contains a word; a path that ends with a dot is that of a name alone.
 */
export type NamingPaths = readonly string[];

/** Paths of identifiers in the parts of an operation. */
export interface OperationNaming {
  /** Path parameters that are identifiers. */
  readonly params?: NamingPaths;
  readonly query?: NamingPaths;
  readonly body?: NamingPaths;
  readonly response?: NamingPaths;
  /** By the event's `type`; events without identifiers, such as most deltas, are left out. */
  readonly event?: Readonly<Record<string, NamingPaths>>;
}

/** Paths of identifiers in the operations of one service. */
export interface NamingTable {
  /**
   * Every other word of the form of a name that occurs in those identifiers; a real name that equals one could not be distinguished
   * apart.
   */
  readonly words: readonly string[];
  /** By operation id; an operation without identifiers is left out. */
  readonly operations: Readonly<Record<string, OperationNaming>>;
}
