/** Where the placeholder names of the documents occur in the operations of a service, derived from the contract. */

/**
 * Paths of identifiers within a value: field names joined by dots, with `*` for each element of an array or value of
 * a map. Fields along the path are renamed if their name contains a placeholder. A path with a trailing dot refers to
 * a field name only, not to its value.
 */
export type NamingPaths = readonly string[];

/** Paths of identifiers in the parts of an operation. */
export interface OperationNaming {
  /** Path parameters that are identifiers. */
  readonly params?: NamingPaths;
  /** Query parameters. */
  readonly query?: NamingPaths;
  /** Request body. */
  readonly body?: NamingPaths;
  /** Response body. */
  readonly response?: NamingPaths;
  /** By the `type` of the event. Events without identifiers, such as most deltas, are omitted. */
  readonly event?: Readonly<Record<string, NamingPaths>>;
}

/** Paths of identifiers in the operations of one service. */
export interface NamingTable {
  /**
   * All other words in those identifiers that could be names, separated by spaces. A deployment's name must not equal one
   * of them, because it could not be translated back.
   */
  readonly words: string;
  /** By operation id. Operations without identifiers are omitted. */
  readonly operations: Readonly<Record<string, OperationNaming>>;
}
