/**
 * zod schemas that the compiler checks against the interfaces: code does not compile if a schema and its interface
 * differ. All casts are in this file, so that schemas do not need any.
 */
import * as z from 'zod';
import type { OpenEnum, UnknownMember } from './open.js';
import type { Operation, ShapeOf } from './operation.js';
import { mark } from './contract.js';
import { openEnums } from './rules.js';

export { rule, type FieldRules } from './rules.js';

/** A zod schema of `T` without transforms. */
export type Schema<T> = z.ZodType<T, T>;

/** The zod schema of an object: `.shape`, `.extend()`, `.pick()` and the rest work, and `z.infer` is `T`. */
export type ObjectSchema<T extends object> = z.ZodObject<{ [K in KnownKeys<T>]-?: FieldSchema<T, K> }>;

type FieldSchema<T, K extends keyof T> =
  Record<never, never> extends Pick<T, K> ? z.ZodOptional<Schema<Exclude<T[K], undefined>>> : Schema<T[K]>;

/** Appears in compiler errors where a schema and its interface differ. */
export interface ContractMismatch<Field, Expected> {
  readonly field: Field;
  readonly expected: Expected;
}

type IsAny<T> = 0 extends 1 & T ? true : false;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
// Reads `_zod` instead of inferring from `ZodType`: comparing all methods of two schemas takes the compiler five
// times as long.
type Matches<S, T> = S extends { _zod: { output: infer Output; input: infer Input } }
  ? IsAny<Output> extends true
    ? false
    : Same<Output, T> extends true
      ? Same<Input, T>
      : false
  : false;
type KnownKeys<T> = keyof {
  [K in keyof T as string extends K ? never : number extends K ? never : K]: unknown;
} &
  keyof T;
type ShapeFor<T> = { readonly [K in KnownKeys<T>]: { readonly _zod: unknown } };
type Checked<T, S> = {
  readonly [K in keyof S]: K extends KnownKeys<T>
    ? Matches<S[K], T[K & keyof T]> extends true
      ? S[K]
      : ContractMismatch<K, T[K & keyof T]>
    : ContractMismatch<K, 'not a field of the interface'>;
};

/**
 * Returns the schema of a request object, which rejects unknown fields.
 *
 * @typeParam T - The interface. A missing, extra, narrower, wrongly nullable or wrongly optional field does not
 * compile.
 * @param bases - Interfaces that it extends. A field that one of them has needs no comment.
 */
export function object<T extends object>(
  ...bases: readonly string[]
): <S extends ShapeFor<T>>(shape: S & Checked<T, S>) => ObjectSchema<T> {
  return (shape) => mark({ bases }, z.strictObject(shape as z.ZodRawShape)) as unknown as ObjectSchema<T>;
}

/**
 * Returns the schema of a response object, or of an object with free-form fields, which preserves unknown fields.
 *
 * @typeParam T - The interface, checked as by {@link object}.
 * @param bases - Interfaces that it extends.
 */
export function openObject<T extends object>(
  ...bases: readonly string[]
): <S extends ShapeFor<T>>(shape: S & Checked<T, S>) => ObjectSchema<T> {
  return (shape) => mark({ bases }, z.looseObject(shape as z.ZodRawShape)) as unknown as ObjectSchema<T>;
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
/** The schemas of a union's members, by discriminator. */
export type MembersFor<T, Key extends PropertyKey> = {
  readonly [V in Discriminant<T, Key>]: Schema<MemberOf<T, Key, V>>;
};
type NoExtra<Allowed, S> = { readonly [K in keyof S]: K extends keyof Allowed ? S[K] : never };

/**
 * Returns the schema of a discriminated union, which rejects unknown members.
 *
 * @typeParam T - The union. A missing or extra member does not compile. A member with several discriminator values is
 * listed once per value.
 */
export function union<T>(): <Key extends string, S extends MembersFor<T, Key>>(
  key: Key,
  members: S & NoExtra<MembersFor<T, Key>, S>,
) => Schema<T> {
  return (key, members) => discriminatedUnion(key, Object.values(members)) as Schema<T>;
}

/**
 * Returns the schema of a discriminated union in a response, which preserves unknown members if their discriminator
 * is a string.
 *
 * @typeParam T - The union, checked as by {@link union}.
 * @returns A function that takes the discriminator, the schema of each known member and, for unions that allow it,
 * the schema of members without the discriminator.
 */
export function openUnion<T>(): <Key extends string, S extends MembersFor<T, Key>>(
  key: Key,
  members: S & NoExtra<MembersFor<T, Key>, S>,
  untagged?: Schema<Untagged<T, Key>>,
) => Schema<T> {
  return (key, members, untagged) => {
    const known = new Set(Object.keys(members));
    const unknownKind = z
      .string()
      .refine((kind) => !known.has(kind), { abort: true })
      .meta({ not: { enum: [...known] } });
    const options = [
      discriminatedUnion(key, Object.values(members)),
      ...(untagged === undefined ? [] : [z.looseObject({ [key]: z.null().optional() }).and(untagged)]),
      z.looseObject({ [key]: unknownKind }),
    ];
    const schemas = Object.values(members) as z.ZodType[];
    return mark({ members: schemas }, z.union(options)) as unknown as Schema<T>;
  };
}

/**
 * Lists a union member once per value of its discriminator.
 *
 * @param values - The values.
 * @param member - Schema of the member.
 */
export function each<const Value extends string, M>(values: readonly Value[], member: M): Record<Value, M> {
  return Object.fromEntries(values.map((value) => [value, member])) as Record<Value, M>;
}

type Untagged<T, Key extends PropertyKey> =
  KnownMember<T> extends infer M ? (M extends Record<Key, string> ? never : M) : never;

/**
 * Returns the schema of a closed union with one member that may omit the discriminator or set it to null.
 *
 * @typeParam T - The union, checked as by {@link union}.
 */
export function unionOr<T>(): <Key extends string, S extends MembersFor<T, Key>>(
  key: Key,
  untagged: { readonly [tag: string]: Schema<Untagged<T, Key>> },
  members: S & NoExtra<MembersFor<T, Key>, S>,
) => Schema<T> {
  return (key, untagged, members) =>
    discriminatedUnion(key, [...Object.values(untagged), ...Object.values(members)]) as Schema<T>;
}

/** Returns the schema of a discriminated union of any members. */
export function discriminatedUnion(key: string, members: readonly unknown[]): z.ZodType<unknown, unknown> {
  // A member with several discriminator values is listed several times.
  const options = [...new Set(members)] as [z.ZodObject, ...z.ZodObject[]];
  return z.discriminatedUnion(key, options);
}

/**
 * Returns the schema of an open enumeration, which accepts any string.
 *
 * @typeParam Known - The known values.
 * @param known - The known values, or the schema of the enumeration that has them.
 */
export function openEnum<const Known extends string>(
  known?: readonly Known[] | z.ZodType<Known>,
): Schema<OpenEnum<Known>> {
  const schema = z.string() as unknown as Schema<OpenEnum<Known>>;
  return known === undefined ? schema : mark({ known }, schema);
}

/**
 * Returns the schema of an open enumeration in a request: only the known values are accepted. Its issues have the
 * code `unknown_value`, which distinguishes values that the service may have sent from mistakes.
 *
 * @typeParam Known - The known values.
 * @param known - The known values, or the schema of the enumeration that has them.
 */
export function knownEnum<const Known extends string>(
  known: readonly Known[] | z.ZodType<Known>,
): Schema<OpenEnum<Known>> {
  const values = '_zod' in known ? (known._zod.values ?? []) : known;
  const schema = z.enum([...values] as readonly string[]);
  openEnums.add(schema, { isOpen: true });
  return mark({ known }, schema) as unknown as Schema<OpenEnum<Known>>;
}

/** Strings that may contain a deployment's own names. */
export const namedRegistry: z.core.$ZodRegistry<{ readonly isNamed: true }> = z.registry();

/**
 * Marks an open string that may contain a deployment's own names, such as a model id or a prefixed id. Field names
 * and closed enumerations are recognized without a mark.
 *
 * @param schema - The schema of the string. A copy is returned.
 */
export function named<S extends z.ZodType>(schema: S): S {
  const marked = schema.clone() as S;
  namedRegistry.add(marked, { isNamed: true });
  return marked;
}

type IsUnion<T, U = T> = T extends U ? ([U] extends [T] ? false : true) : never;
type PartSchema<T> = IsUnion<T> extends true ? Schema<T> : T extends object ? ObjectSchema<T> : Schema<T>;
type PartSchemas<S> = {
  readonly [Part in Extract<keyof S, 'query' | 'body' | 'response' | 'event'>]-?: PartSchema<S[Part]>;
};

/** The schemas of a record of operations, one per part of each operation. */
export type SchemasFor<Operations extends Record<string, Operation>> = {
  readonly [Id in keyof Operations]: PartSchemas<ShapeOf<Operations[Id]>>;
};

/** The schemas of an operation. */
export interface OperationSchemas {
  /** Query parameters. */
  readonly query?: z.ZodType;
  /** Request body. */
  readonly body?: z.ZodType;
  /** Response body. */
  readonly response?: z.ZodType;
  /** One stream event. */
  readonly event?: z.ZodType;
}
