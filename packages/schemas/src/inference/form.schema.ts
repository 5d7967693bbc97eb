/**
 * Content blocks are used in requests, where schemas are closed, and in replies, where they are open. Schemas for
 * both take the form as an argument.
 */
import * as z from 'zod';
import { knownEnum, object, openObject, openUnion, union, type Schema } from '../kit/schema.js';

/** Strictness of a schema. */
export interface Form {
  /** Creates an object schema. */
  readonly object: typeof object;
  /** Creates a union schema. */
  readonly union: typeof union;
  /** Creates the schema of an enumeration that may be extended later. */
  readonly oneOf: typeof knownEnum;
  /** Creates the schema of a nullable field. A reply may omit it; a request may not. */
  readonly nullable: <T>(schema: Schema<T>) => Schema<T | null | undefined>;
}

/** Requests: unknown fields, members and values are rejected. */
export const REQUEST: Form = {
  object,
  union,
  oneOf: knownEnum,
  nullable: (schema) => schema.nullable(),
};

/** Replies: unknown fields, members and values are preserved. */
export const REPLY: Form = {
  object: openObject as unknown as typeof object,
  union: openUnion as unknown as typeof union,
  oneOf: <E extends string>() => {
    return () => z.string() as unknown as Schema<E>;
  },
  nullable: (schema) => schema.nullish(),
};
