/** Types for values that later versions of the service may add. */

/**
 * An open string enumeration: editors suggest the known values, and any other string is accepted.
 *
 * @typeParam Known - Values known when this package was built.
 */
export type OpenEnum<Known extends string> = Known | (string & {});

/*
 * An enum member is the only string type that is never comparable to a literal. With a branded string,
 * `block.type === 'text'` would not exclude the unknown member of a union.
 */
declare enum Unknown {
  type = '\0unknown',
}

/** The `type` of a union member that this package does not know. An ordinary string at run time. */
export type UnknownType = Unknown;

/**
 * A union member whose `type` this package does not know. It is preserved with all its fields, and can be sent back
 * unchanged.
 */
export interface UnknownMember {
  /** The discriminator, a string other than the known ones. */
  type: UnknownType;
  /** All other fields, unchanged. */
  [field: string]: unknown;
}

/** A record whose `type` this package does not know. */
export interface UnknownRecord extends UnknownMember {
  /** Identifier. */
  id: string;
}
