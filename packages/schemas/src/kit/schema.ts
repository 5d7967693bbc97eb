/**
 * Zod schemas that the compiler holds against the hand-written interfaces. Everything here refuses to compile when a
 * schema and its interface differ; the casts live in this file so that no schema needs one.
 */
import { z } from 'zod';
import type { OpenEnum, UnknownMember } from './open.js';
import type { Operation, ShapeOf } from './operation.js';

/** A zod schema of exactly `T`. It checks and never changes the value. */
export type Schema<T> = z.ZodType<T, T>;

/** What the compiler shows where a schema and its interface differ. */
export interface ContractMismatch<Field, Expected> {
  readonly field: Field;
  readonly expected: Expected;
}

type IsAny<T> = 0 extends 1 & T ? true : false;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
// Read from `_zod` and not inferred from `ZodType`: comparing all methods of two schemas costs the compiler five times more.
type Matches<S, T> = S extends { _zod: { output: infer Output; input: infer Input } }
  ? IsAny<Output> extends true
    ? false
    : Same<Output, T> extends true
      ? Same<Input, T>
      : false
  : false;
type KnownKeys<T> = keyof {
  [K in keyof T as string extends K ? never : number extends K ? never : K]: unknown;
};
type ShapeFor<T> = { readonly [K in KnownKeys<T>]: { readonly _zod: unknown } };
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
export function object<T extends object>(): <S extends ShapeFor<T>>(shape: S & Checked<T, S>) => Schema<T> {
  return (shape) => z.strictObject(shape as z.ZodRawShape) as unknown as Schema<T>;
}

/**
 * Makes the schema of a response object (or of one with free-form members): unknown fields are kept.
 *
 * @typeParam T - The interface, checked as by {@link object}.
 */
export function openObject<T extends object>(): <S extends ShapeFor<T>>(
  shape: S & Checked<T, S>,
) => Schema<T> {
  return (shape) => z.looseObject(shape as z.ZodRawShape) as unknown as Schema<T>;
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
  return (key, members) => taggedUnion<T>(key, members, { open: false });
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
  return (key, members, untagged) => taggedUnion<T>(key, members, { open: true, untagged });
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
    taggedUnion<T>(key, { ...untagged, ...members }, { open: false, untagged: Object.values(untagged)[0] });
}

/** A union told apart by one field, as the issue reader sees it. */
export interface TaggedUnion {
  readonly key: string;
  readonly members: ReadonlyMap<string, z.ZodType>;
  /** The member that may leave the field out. */
  readonly untagged?: z.ZodType | undefined;
}

/** Gives the member of a union that a value belongs to, undefined when it belongs to none. */
export function memberOf(union: TaggedUnion, value: object): z.ZodType | undefined {
  const tag: unknown = Object.hasOwn(value, union.key)
    ? (value as Record<string, unknown>)[union.key]
    : undefined;
  if (typeof tag === 'string') return union.members.get(tag);
  return tag === undefined || tag === null ? union.untagged : undefined;
}

const taggedUnions = new WeakMap<z.ZodType, TaggedUnion>();

/** Gives the members of a schema made by {@link union} or {@link openUnion}, undefined for any other. */
export function taggedUnionOf(schema: z.ZodType): TaggedUnion | undefined {
  return taggedUnions.get(schema);
}

function taggedUnion<T>(
  key: string,
  record: object,
  form: { readonly open: boolean; readonly untagged?: z.ZodType | undefined },
): Schema<T> {
  const members = new Map(Object.entries(record) as [string, z.ZodType][]);
  const described: TaggedUnion = { key, members, untagged: form.untagged };
  const schema = z.unknown().check((context) => {
    const value = context.value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      context.issues.push({ code: 'invalid_type', expected: 'object', input: value });
      return;
    }
    const member = memberOf(described, value);
    if (member !== undefined) {
      const result = member.safeParse(value);
      if (!result.success)
        for (const issue of result.error.issues) context.issues.push({ ...issue, input: value } as never);
      return;
    }
    const tag: unknown = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    if (!form.open || typeof tag !== 'string')
      context.issues.push({ code: 'invalid_value', values: [...members.keys()], input: tag, path: [key] });
  });
  taggedUnions.set(schema, described);
  return schema as unknown as Schema<T>;
}

/**
 * Makes the schema of an open enumeration: any string passes.
 *
 * @typeParam Known - The known values.
 */
export function openEnum<Known extends string>(): Schema<OpenEnum<Known>> {
  return z.string() as unknown as Schema<OpenEnum<Known>>;
}

const knownEnums = new WeakSet<z.ZodType>();

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
  return (values) => {
    const schema = z.enum(values as unknown as [string, ...string[]]);
    knownEnums.add(schema);
    return schema as unknown as Schema<E>;
  };
}

/** Whether a schema was made by {@link knownEnum}. */
export function isKnownEnum(schema: z.ZodType): boolean {
  return knownEnums.has(schema);
}

/** Rules that a field's schema enforces, by the way in which a value can break them. */
export interface FieldRules {
  /** Rule broken when the required field is missing. */
  readonly missing?: string;
  /** Rule broken when the value has another type. */
  readonly type?: string;
  /** Rule broken when the value has the type and is out of range, of another form or not among the listed ones. */
  readonly value?: string;
  /** Rule broken when the object has a field that is not listed. */
  readonly unknown?: string;
}

const fieldRules = new WeakMap<z.ZodType, FieldRules>();

/**
 * Names the rules of the ledger that a schema enforces, so that a refusal can tell which one was broken.
 *
 * @param rules - One id for every way to break it, or an id for each way.
 * @param schema - The schema; a copy is given back, so that one schema can serve fields of different rules.
 */
export function rule<S extends z.ZodType>(rules: string | FieldRules, schema: S): S {
  const ruled = schema.clone() as S;
  const tagged = taggedUnions.get(schema);
  if (tagged !== undefined) taggedUnions.set(ruled, tagged);
  if (knownEnums.has(schema)) knownEnums.add(ruled);
  if (namedSchemas.has(schema)) namedSchemas.add(ruled);
  fieldRules.set(ruled, typeof rules === 'string' ? { missing: rules, type: rules, value: rules } : rules);
  return ruled;
}

/** Gives the rules named for a schema, undefined when there are none. */
export function rulesOf(schema: z.ZodType): FieldRules | undefined {
  return fieldRules.get(schema);
}

const namedSchemas = new WeakSet<z.ZodType>();

/**
 * Marks an open string in which the documents' words stand for a deployment's real names, such as a model id or an id
 * with such a prefix. Field names and closed enumerations need no mark.
 *
 * @param schema - The schema of the string; a copy is given back, so that other fields keep theirs.
 */
export function named<S extends z.ZodType>(schema: S): S {
  const marked = schema.clone() as S;
  const rules = fieldRules.get(schema);
  if (rules !== undefined) fieldRules.set(marked, rules);
  namedSchemas.add(marked);
  return marked;
}

/** Whether a schema was marked by {@link named}. */
export function isNamed(schema: z.ZodType): boolean {
  return namedSchemas.has(schema);
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
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly response?: z.ZodType;
  readonly event?: z.ZodType;
}
