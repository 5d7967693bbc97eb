/**
 * Blocks travel in both directions: closed in a request, open in a reply. A schema that serves both takes the form as
 * its argument.
 */
import * as z from 'zod';
import { knownEnum, object, openObject, openUnion, union, type Schema } from '../kit/schema.js';

/** How strict a schema is. */
export interface Form {
  /** Creates an object schema. */
  readonly object: typeof object;
  /** Creates a union schema. */
  readonly union: typeof union;
  /** Creates the schema of an enumeration that later versions may extend. */
  readonly oneOf: typeof knownEnum;
  /** Creates the schema of a member that may be null. A reply may leave it out; a request may not. */
  readonly nullable: <T>(schema: Schema<T>) => Schema<T | null | undefined>;
}

/** Requests: nothing unknown passes. */
export const REQUEST: Form = {
  object,
  union,
  oneOf: knownEnum,
  nullable: (schema) => schema.nullable(),
};

/** Replies: whatever a later version adds is kept. */
export const REPLY: Form = {
  object: openObject as unknown as typeof object,
  union: openUnion as unknown as typeof union,
  oneOf: <E extends string>() => {
    return () => z.string() as unknown as Schema<E>;
  },
  nullable: (schema) => schema.nullish(),
};
