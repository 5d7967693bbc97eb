/** Types for members that a later version of the service may add. */

/**
 * A string enumeration that stays open: the known values complete in an editor, any other string is accepted.
 *
 * @typeParam Known - Values known when this package was built.
 */
export type OpenEnum<Known extends string> = Known | (string & {});

/*
 * An enum member is the one string type that a literal is never comparable to. A branded string would be,
 * and then `block.type === 'text'` would not exclude the unknown member of a union.
 */
declare enum Unknown {
  type = '\0unknown',
}

/** The `type` of a union member that this package does not know. At run time it is an ordinary string. */
export type UnknownType = Unknown;

/**
 * A union member whose `type` this package does not know: preserved with all its fields, and accepted
 * when it is sent back unchanged.
 */
export interface UnknownMember {
  /** The wire's discriminator, an ordinary string outside the known ones. */
  type: UnknownType;
  /** All other fields, unchanged. */
  [field: string]: unknown;
}

/** A record whose `type` this package does not know; like every record of its kind it has an id. */
export interface UnknownRecord extends UnknownMember {
  /** Identifier. */
  id: string;
}
