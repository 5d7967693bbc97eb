/**
 * Content blocks are used in requests, where schemas are closed, and in replies, where they are open. Schemas for
 * both take the form as an argument.
 */
import * as z from 'zod';
import {
  type ContractMismatch,
  knownEnum,
  object,
  openObject,
  openUnion,
  type Schema,
  union,
} from '../kit/schema.js';

type KnownValues<E> = E extends string ? (string extends E ? never : E) : never;

/** Strictness of a schema. */
export interface Form {
  /** Creates an object schema. */
  readonly object: typeof object;
  /** Creates a union schema. */
  readonly union: typeof union;
  /** Creates the schema of an enumeration that may be extended later. A known value missing from the list does not compile. */
  readonly oneOf: <E extends string>() => <const V extends readonly KnownValues<E>[]>(
    values: V & ([KnownValues<E>] extends [V[number]] ? unknown : ContractMismatch<V[number], E>),
  ) => Schema<E>;
  /** Creates the schema of a nullable field. A reply may omit it; a request may not. */
  readonly nullable: <T>(schema: Schema<T>) => Schema<T | null | undefined>;
}

/** Requests: unknown fields, members and values are rejected. */
export const REQUEST: Form = {
  object,
  union,
  oneOf:
    <E extends string>() =>
    (values: readonly KnownValues<E>[]) =>
      knownEnum(values) as unknown as Schema<E>,
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
