/** Compiles every supported kind of schema to JSON Schema and a validator. */
import { ConfigError } from '@parlance/core-transport';
import type { FromJsonSchema, JsonSchema } from './from-json-schema.js';
import { jsonSchemaChecker } from './json-schema-checker.js';
import type { StandardIssue, StandardProperties, StandardSchema } from './standard-schema.js';
import { reduceSchema, unsupportedFeature } from './supported-schema.js';
import type { ValueProblem } from './value-problem.js';

/** A schema that implements Standard JSON Schema (zod 4.2 or later, ArkType and others), or plain JSON Schema. */
export type AnySchema = StandardSchema | JsonSchema;

/** Type of the values that match a schema. */
export type ValueOf<S> = S extends StandardSchema<unknown, infer Output> ? Output : FromJsonSchema<S>;

/** Type of the output that a schema describes; undefined without a schema. */
export type OutputOf<S extends AnySchema | undefined> = S extends AnySchema ? ValueOf<S> : undefined;

/** Result of a validation. */
export type Checked<T> =
  | { readonly value: T; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly ValueProblem[] };

/** A compiled schema. */
export interface CompiledSchema<T> {
  /** JSON Schema to send, reduced to the subset that the service supports. */
  readonly jsonSchema: Record<string, unknown>;
  /** JSON Schema before the reduction. */
  readonly written: Record<string, unknown>;
  /** Validates a value against the full schema. */
  readonly check: (value: unknown) => Promise<Checked<T>>;
}

/** Origin of a schema, for error messages. */
export interface SchemaOrigin {
  /** Name of the option that the schema was passed as. */
  readonly option: string;
  /** Name of the tool that the schema belongs to. */
  readonly tool?: string;
}

const NEEDED: string =
  'must be JSON Schema (a plain object) or implement Standard JSON Schema (~standard.jsonSchema): ' +
  'use zod 4.2 or later, ArkType 2.1.28 or later, or Valibot with toStandardJsonSchema() of @valibot/to-json-schema';

/**
 * Compiles a schema.
 *
 * @param schema - Schema of a library, or JSON Schema.
 * @param origin - See {@link SchemaOrigin}.
 * @throws {ConfigError} When `schema` is neither, or cannot be converted to JSON Schema.
 */
export function compileSchema<S extends AnySchema>(
  schema: S,
  origin: SchemaOrigin,
): CompiledSchema<ValueOf<S>> {
  const { written, check } = isStandard(schema)
    ? fromLibrary(schema['~standard'], origin)
    : fromJson(schema, origin);
  return {
    jsonSchema: reduceSchema(written) as Record<string, unknown>,
    written,
    check: check as CompiledSchema<ValueOf<S>>['check'],
  };
}

/**
 * Compiles a schema for structured output or a strict tool.
 *
 * @param schema - Schema of a library, or JSON Schema.
 * @param origin - See {@link SchemaOrigin}.
 * @throws {ConfigError} As {@link compileSchema}, and when the schema uses a feature that the service does not support;
 *   the message names its path.
 */
export function compileOutputSchema<S extends AnySchema>(
  schema: S,
  origin: SchemaOrigin,
): CompiledSchema<ValueOf<S>> {
  const compiled = compileSchema(schema, origin);
  const unsupported = unsupportedFeature(compiled.written);
  if (unsupported !== undefined)
    throw refuse(origin, `cannot use ${unsupported.path}: ${unsupported.reason}`);
  return compiled;
}

/** Compiles the schema of a structured output; returns undefined without one. */
export function compileOutput<S extends AnySchema | undefined>(
  output: S,
): CompiledSchema<OutputOf<S>> | undefined {
  if (output === undefined) return undefined;
  // `OutputOf` of a schema is its `ValueOf`.
  return compileOutputSchema(output, { option: 'output' }) as CompiledSchema<OutputOf<S>>;
}

interface ReadSchema {
  readonly written: Record<string, unknown>;
  readonly check: (value: unknown) => Promise<Checked<unknown>>;
}

/** The properties are partial because older versions of the libraries lack some of them. */
function fromLibrary(standard: Partial<StandardProperties> | undefined, origin: SchemaOrigin): ReadSchema {
  const converter = standard?.jsonSchema;
  if (typeof converter?.input !== 'function')
    throw refuse(origin, `${NEEDED}; received ${nameSchema(standard)} that does not implement it`);
  const written = attempt(
    () => copyJson(converter.input({ target: 'draft-2020-12' })),
    (cause) =>
      refuse(
        origin,
        `cannot be converted to JSON Schema by ${standard?.vendor ?? 'its library'}: ${messageOf(cause)}`,
        cause,
      ),
  );
  const validate = standard?.validate?.bind(standard);
  if (validate === undefined) return fromJson(written, origin);
  return {
    written,
    check: async (value) => {
      const result = await validate(value);
      return result.issues === undefined
        ? { value: result.value }
        : { problems: result.issues.map(problemOf) };
    },
  };
}

function fromJson(schema: unknown, origin: SchemaOrigin): ReadSchema {
  if (!isPlainObject(schema)) throw refuse(origin, `${NEEDED}; received ${nameKind(schema)}`);
  return attempt(
    () => {
      const written = copyJson(schema);
      const problemsIn = jsonSchemaChecker(copyJson(schema));
      const check = async (value: unknown): Promise<Checked<unknown>> => {
        const problems = problemsIn(value);
        return problems.length === 0 ? { value } : { problems };
      };
      return { written, check };
    },
    (cause) => refuse(origin, `is not valid JSON Schema: ${messageOf(cause)}`, cause),
  );
}

/** Copies a schema, so that later changes by the caller do not affect validation. */
function copyJson(schema: unknown): Record<string, unknown> {
  if (!isPlainObject(schema)) throw new TypeError(`expected a plain object, received ${nameKind(schema)}`);
  return JSON.parse(JSON.stringify(schema, refuseObjects)) as Record<string, unknown>;
}

/**
 * A replacer for `JSON.stringify` that throws for values that JSON cannot represent. For an object with `toJSON` it
 * receives the converted value, so it reads the original from its parent.
 */
function refuseObjects(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  if (isJson(original)) return value;
  const name = isStandard(original) ? nameSchema(original['~standard']) : nameKind(original);
  throw new TypeError(`it contains ${name} at "${key}"`);
}

function attempt<T>(action: () => T, failure: (cause: unknown) => Error): T {
  try {
    return action();
  } catch (cause) {
    throw failure(cause);
  }
}

function refuse({ option, tool }: SchemaOrigin, problem: string, cause?: unknown): ConfigError {
  const subject = tool === undefined ? option : `${option} of tool "${tool}"`;
  return new ConfigError(option, `${subject} ${problem}`, cause === undefined ? undefined : { cause });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** In some libraries, schemas are functions. */
function isStandard(value: unknown): value is StandardSchema {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value;
}

/** Whether `JSON.stringify` preserves the type of a value. */
function isJson(value: unknown): boolean {
  if (typeof value === 'function') return false;
  return typeof value !== 'object' || value === null || Array.isArray(value) || isPlainObject(value);
}

/** Whether a value is a plain object, from this realm or another. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameSchema(standard: Partial<StandardProperties> | undefined): string {
  return standard?.vendor === undefined ? 'a schema' : `a ${standard.vendor} schema`;
}

function nameKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const { name } = (value as { readonly constructor?: { readonly name?: unknown } }).constructor ?? {};
  return typeof name === 'string' && name !== '' ? `an instance of ${name}` : 'an instance of a class';
}

function problemOf({ path = [], message }: StandardIssue): ValueProblem {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return { path: keys.join('.'), message };
}
