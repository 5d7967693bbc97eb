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

/**
 * The zod schema of an object: `.shape`, `.extend()`, `.pick()` and the rest work, and `z.infer` is `T`. An interface, because
 * the compiler infers `T` from it where a schema is declared.
 */
export interface ObjectSchema<in out T extends object> extends z.ZodObject<{
  [K in KnownKeys<T>]-?: FieldSchema<T, K>;
}> {}

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

/** The interfaces that an object extends, then its fields. */
type Declaration<T, S> = readonly [...bases: string[], shape: S & Checked<T, S>];

/**
 * Returns the schema of a request object, which rejects unknown fields. The declared type of the constant is its interface: a
 * missing, extra, narrower, wrongly nullable or wrongly optional field does not compile.
 *
 * @param declaration - Interfaces that it extends, then its fields. A field that an interface has needs no comment.
 */
export function object<T extends object, S extends ShapeFor<T>>(
  ...declaration: Declaration<T, S>
): ObjectSchema<T> {
  return declared(declaration, (shape) => z.strictObject(shape));
}

/**
 * Returns the schema of a response object, or of an object with free-form fields, which preserves unknown fields.
 *
 * @param declaration - As for {@link object}.
 */
export function openObject<T extends object, S extends ShapeFor<T>>(
  ...declaration: Declaration<T, S>
): ObjectSchema<T> {
  return declared(declaration, (shape) => z.looseObject(shape));
}

function declared<T extends object>(
  declaration: readonly unknown[],
  create: (shape: z.ZodRawShape) => z.ZodObject,
): ObjectSchema<T> {
  const bases = declaration.slice(0, -1) as readonly string[];
  const schema = create(declaration.at(-1) as z.ZodRawShape);
  return (bases.length === 0 ? schema : mark({ bases }, schema)) as unknown as ObjectSchema<T>;
}

type OutputOf<Members extends readonly z.ZodType[]> = Members[number]['_zod']['output'];

/**
 * Returns the schema of a discriminated union, which rejects unknown members.
 *
 * @param key - The discriminator. A member can have several values of it.
 * @param members - The members.
 */
export function union<const Members extends readonly z.ZodType[]>(
  key: string,
  members: Members,
): Schema<OutputOf<Members>> {
  return discriminatedUnion(key, members) as unknown as Schema<OutputOf<Members>>;
}

/**
 * Returns the schema of a discriminated union in a response, which preserves unknown members if their discriminator
 * is a string.
 *
 * @param key - The discriminator.
 * @param members - The known members.
 * @param untagged - The member without the discriminator, for unions that allow it.
 */
export function openUnion<const Members extends readonly z.ZodType[], Untagged = never>(
  key: string,
  members: Members,
  untagged?: Schema<Untagged>,
): Schema<OutputOf<Members> | Untagged | UnknownMember> {
  const known = discriminatedUnion(key, members);
  const values = (): ReadonlySet<unknown> => known._zod.propValues[key] ?? new Set();
  const unknownKind = z
    .string()
    .refine((kind) => !values().has(kind), { abort: true })
    .meta({
      get not() {
        return { enum: [...values()] };
      },
    });
  const options = [
    known,
    ...(untagged === undefined ? [] : [z.looseObject({ [key]: z.null().optional() }).and(untagged)]),
    z.looseObject({ [key]: unknownKind }),
  ];
  const marks = { members: untagged === undefined ? members : [...members, untagged] };
  return mark(marks, z.union(options)) as unknown as Schema<OutputOf<Members> | Untagged | UnknownMember>;
}

/** Returns the schema of a discriminated union of any members. */
export function discriminatedUnion(key: string, members: readonly z.ZodType[]): z.ZodDiscriminatedUnion {
  return z.discriminatedUnion(key, members as unknown as [z.ZodObject, ...z.ZodObject[]]);
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
