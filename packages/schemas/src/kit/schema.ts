/**
 * Schemas that the compiler holds against the hand-written interfaces. Everything here refuses to compile when a
 * schema and its interface differ; the casts live in this file so that no schema needs one.
 */
import type { OpenEnum, UnknownMember } from './open.js';
import type { Operation, ShapeOf } from './operation.js';
import { Schema } from './schema-words.js';
import type { FieldRules, Shape, TaggedShape } from './shape.js';

export { s, Schema } from './schema-words.js';
export type { FieldRules } from './shape.js';

/** What the compiler shows where a schema and its interface differ. */
export interface ContractMismatch<Field, Expected> {
  readonly field: Field;
  readonly expected: Expected;
}

type IsAny<T> = 0 extends 1 & T ? true : false;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Matches<S, T> =
  S extends Schema<infer Value> ? (IsAny<Value> extends true ? false : Same<Value, T>) : false;
type KnownKeys<T> = keyof {
  [K in keyof T as string extends K ? never : number extends K ? never : K]: unknown;
};
type ShapeFor<T> = { readonly [K in KnownKeys<T>]: Schema<unknown> };
type Checked<T, S> = {
  readonly [K in keyof S]: K extends KnownKeys<T>
    ? Matches<S[K], T[K & keyof T]> extends true
      ? S[K]
      : ContractMismatch<K, T[K & keyof T]>
    : ContractMismatch<K, 'no such field'>;
};

/**
 * Makes the schema of a request object: unknown fields are refused.
 *
 * @typeParam T - The interface. A missing, extra, narrower, wrongly nullable or wrongly optional field does not compile.
 */
export function object<T extends object>(): <S extends ShapeFor<T>>(fields: S & Checked<T, S>) => Schema<T> {
  return (fields) => objectOf<T>(fields, { isOpen: false });
}

/**
 * Makes the schema of a response object (or of one with free-form members): unknown fields are kept.
 *
 * @typeParam T - The interface, checked as by {@link object}.
 */
export function openObject<T extends object>(): <S extends ShapeFor<T>>(
  fields: S & Checked<T, S>,
) => Schema<T> {
  return (fields) => objectOf<T>(fields, { isOpen: true });
}

/**
 * Adds fields to an object schema.
 *
 * @param schema - An object schema; a copy is given back.
 * @param fields - Schemas of the fields.
 * @throws {TypeError} When the schema is none of an object.
 */
export function extended<T, F extends object>(
  schema: Schema<T>,
  fields: { readonly [K in keyof F]-?: Schema<F[K]> },
): Schema<T & F> {
  const { shape } = schema;
  if (shape.kind !== 'object') throw new TypeError('Only the schema of an object can have more fields');
  return new Schema({ ...shape, fields: new Map([...shape.fields, ...shapesOf(fields)]) });
}

function objectOf<T>(fields: object, { isOpen }: { readonly isOpen: boolean }): Schema<T> {
  return new Schema({ kind: 'object', fields: shapesOf(fields), isOpen });
}

function shapesOf(schemas: object): Map<string, Shape> {
  const entries = Object.entries(schemas) as [string, Schema<unknown>][];
  return new Map(entries.map(([key, schema]) => [key, schema.shape]));
}

type KnownMember<T> = Exclude<T, UnknownMember>;
type Discriminant<T, Key extends PropertyKey> =
  KnownMember<T> extends infer M ? (M extends Record<Key, infer V extends string> ? V : never) : never;
type MemberOf<T, Key extends PropertyKey, V> =
  KnownMember<T> extends infer M
    ? M extends Record<Key, infer W>
      ? V extends W
        ? M
        : never
      : never
    : never;
type MembersFor<T, Key extends PropertyKey> = {
  readonly [V in Discriminant<T, Key>]: Schema<MemberOf<T, Key, V>>;
};
type NoExtra<Allowed, S> = { readonly [K in keyof S]: K extends keyof Allowed ? S[K] : never };

/**
 * Makes the schema of a union told apart by one field; a member of an unknown kind is refused.
 *
 * @typeParam T - The union. A member missing from the record, or one too many, does not compile. A member that several
 * values of the field stand for is listed once for each.
 */
export function union<T>(): <Key extends string, S extends MembersFor<T, Key>>(
  key: Key,
  members: S & NoExtra<MembersFor<T, Key>, S>,
) => Schema<T> {
  return (key, members) => taggedUnion<T>(key, members, { isOpen: false });
}

/**
 * Makes the schema of a response union: a member of an unknown kind is kept as it came, provided the field is a string.
 *
 * @typeParam T - The union, checked as by {@link union}.
 * @returns A function of the field, the schema of each known member, and that of members without the field, where the
 * union has such members.
 */
export function openUnion<T>(): <Key extends string, S extends MembersFor<T, Key>>(
  key: Key,
  members: S & NoExtra<MembersFor<T, Key>, S>,
  untagged?: Schema<Untagged<T, Key>>,
) => Schema<T> {
  return (key, members, untagged) => taggedUnion<T>(key, members, { isOpen: true, untagged });
}

/**
 * Lists one member of a union for each value of the field that it stands for.
 *
 * @param values - The values.
 * @param member - Schema of the member.
 */
export function each<const Value extends string, T>(
  values: readonly Value[],
  member: Schema<T>,
): Record<Value, Schema<T>> {
  return Object.fromEntries(values.map((value) => [value, member])) as Record<Value, Schema<T>>;
}

type Untagged<T, Key extends PropertyKey> =
  KnownMember<T> extends infer M ? (M extends Record<Key, string> ? never : M) : never;

/**
 * Makes the schema of a closed union one of whose members may leave the telling field out (or null).
 *
 * @typeParam T - The union, checked as by {@link union}.
 */
export function unionOr<T>(): <Key extends string, S extends MembersFor<T, Key>>(
  key: Key,
  untagged: { readonly [tag: string]: Schema<Untagged<T, Key>> },
  members: S & NoExtra<MembersFor<T, Key>, S>,
) => Schema<T> {
  return (key, untagged, members) =>
    taggedUnion<T>(key, { ...untagged, ...members }, { isOpen: false, untagged: Object.values(untagged)[0] });
}

function taggedUnion<T>(
  key: string,
  members: object,
  form: { readonly isOpen: boolean; readonly untagged?: Schema<unknown> | undefined },
): Schema<T> {
  const { isOpen, untagged } = form;
  const shape: TaggedShape = {
    kind: 'tagged',
    key,
    members: shapesOf(members),
    isOpen,
    untagged: untagged?.shape,
  };
  return new Schema(shape);
}

/**
 * Makes the schema of an open enumeration: any string passes.
 *
 * @typeParam Known - The known values.
 */
export function openEnum<Known extends string>(): Schema<OpenEnum<Known>> {
  return new Schema({ kind: 'text' });
}

type KnownValues<E> = E extends string ? (string extends E ? never : E) : never;

/**
 * Makes the schema of an open enumeration in a request: only the known values pass, and a refusal says
 * `unknown_value`, so that a value which the service itself sent can be told from a mistake.
 *
 * @typeParam E - The open enumeration. A known value missing from the list does not compile.
 */
export function knownEnum<E extends string>(): <const V extends readonly KnownValues<E>[]>(
  values: V & ([KnownValues<E>] extends [V[number]] ? unknown : ContractMismatch<V[number], E>),
) => Schema<E> {
  return (values) => new Schema({ kind: 'choice', values, mayGrow: true });
}

/**
 * Names the rules of the ledger that a schema enforces, so that a refusal can tell which one was broken.
 *
 * @param rules - One id for every way to break it, or an id for each way.
 * @param schema - The schema; a copy is given back, so that one schema can serve fields of different rules.
 */
export function rule<T>(rules: string | FieldRules, schema: Schema<T>): Schema<T> {
  const ways = typeof rules === 'string' ? { missing: rules, type: rules, value: rules } : rules;
  return new Schema({ ...schema.shape, rules: ways });
}

/**
 * Marks an open string in which the documents' words stand for a deployment's real names, such as a model id or an id
 * with such a prefix. Field names and closed enumerations need no mark.
 *
 * @param schema - The schema of the string; a copy is given back, so that other fields keep theirs.
 */
export function named<T>(schema: Schema<T>): Schema<T> {
  return new Schema({ ...schema.shape, isNamed: true });
}

type PartSchemas<S> = {
  readonly [Part in Extract<keyof S, 'query' | 'body' | 'response' | 'event'>]-?: Schema<S[Part]>;
};

/** The schemas of a record of operations: one for each part that the operation has. */
export type SchemasFor<Operations extends Record<string, Operation>> = {
  readonly [Id in keyof Operations]: PartSchemas<ShapeOf<Operations[Id]>>;
};

/** The schemas of any one operation. */
export interface OperationSchemas {
  readonly query?: Schema<unknown>;
  readonly body?: Schema<unknown>;
  readonly response?: Schema<unknown>;
  readonly event?: Schema<unknown>;
}
