/** One way to check values and describe them to the model, whichever kind of schema the user has. */
import { jsonSchemaProblems } from '@parlance/schemas/kit';
import type { FromJsonSchema, JsonSchema } from './from-json-schema.js';
import { reduceSchema } from './reduce-schema.js';
import type { StandardIssue, StandardSchema } from './standard-schema.js';

/** A Standard Schema with JSON Schema (zod among them), or plain JSON Schema. */
export type AnySchema = StandardSchema | JsonSchema;

/** What a schema gives when a value fits. */
export type ValueOf<S> = S extends StandardSchema<unknown, infer Output> ? Output : FromJsonSchema<S>;

/** One way in which a value differs from a schema. The value itself is never told. */
export interface ValueProblem {
  /** Dotted path within the value; empty for the whole. */
  readonly path: string;
  /** What the schema asks. */
  readonly message: string;
}

/** What checking gives. */
export type Checked<T> =
  | { readonly value: T; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly ValueProblem[] };

/**
 * Writes a schema as JSON Schema of the subset that the service supports.
 *
 * @param schema - Standard Schema or JSON Schema.
 */
export function describeSchema(schema: AnySchema): Record<string, unknown> {
  const written = isStandard(schema)
    ? schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
    : schema;
  return reduceSchema(written) as Record<string, unknown>;
}

/**
 * Checks a value against the whole schema.
 *
 * @param schema - Standard Schema or JSON Schema.
 * @param value - The value.
 */
export async function checkValue<S extends AnySchema>(
  schema: S,
  value: unknown,
): Promise<Checked<ValueOf<S>>> {
  if (!isStandard(schema)) {
    const problems = jsonSchemaProblems(schema, value);
    return problems.length === 0 ? { value: value as ValueOf<S> } : { problems };
  }
  const result = await schema['~standard'].validate(value);
  return result.issues === undefined
    ? { value: result.value as ValueOf<S> }
    : { problems: result.issues.map(problemOf) };
}

function isStandard(schema: AnySchema): schema is StandardSchema {
  return '~standard' in schema;
}

function problemOf({ path = [], message }: StandardIssue): ValueProblem {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return { path: keys.join('.'), message };
}

/** Tells problems to people and models. */
export function tellProblems(problems: readonly ValueProblem[]): string {
  return problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
}
