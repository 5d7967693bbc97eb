/** The parts of Standard Schema and Standard JSON Schema (https://standardschema.dev) that are used here. */

/** One way in which a value differs from a schema. */
export interface StandardIssue {
  /** Message of the schema library. */
  readonly message: string;
  /** Path within the value. */
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** Result of a validation: the value, or how it differs from the schema. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: ReadonlyArray<StandardIssue> };

/**
 * The `~standard` property of a schema.
 *
 * @typeParam Input - Type of the values that the schema accepts.
 * @typeParam Output - Type of the values that validation returns.
 */
export interface StandardProperties<Input = unknown, Output = Input> {
  /** Version of the standard. */
  readonly version: 1;
  /** Name of the library. */
  readonly vendor: string;
  /** Types for inference; not present at run time. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  /** Validates a value. Without it, values are validated against the JSON Schema and returned unchanged. */
  readonly validate?:
    ((value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>) | undefined;
  /** Converts the schema to JSON Schema. */
  readonly jsonSchema: {
    /** Returns the JSON Schema of accepted values. Throws when JSON Schema cannot express the schema. */
    readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
  };
}

/**
 * A schema of a library that implements Standard JSON Schema, such as zod 4.2 or later, ArkType 2.1.28 or later, or
 * Valibot through `toStandardJsonSchema()` of `@valibot/to-json-schema`.
 *
 * @typeParam Input - Type of the values that the schema accepts.
 * @typeParam Output - Type of the values that validation returns.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** Properties of the standard. */
  readonly '~standard': StandardProperties<Input, Output>;
}
