/** The part of Standard Schema and of Standard JSON Schema (https://standardschema.dev) that is used here. */

/** One way in which a value differs from a schema. */
export interface StandardIssue {
  /** What the schema requires, in the words of the library. */
  readonly message: string;
  /** Where. */
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** Result of a check: the value, or how it differs from the schema. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: ReadonlyArray<StandardIssue> };

/**
 * What a schema holds under `~standard`.
 *
 * @typeParam Input - Type of the values it takes.
 * @typeParam Output - Type of the values it returns.
 */
export interface StandardProperties<Input = unknown, Output = Input> {
  /** Version of the standard. */
  readonly version: 1;
  /** Name of the library. */
  readonly vendor: string;
  /** The types, for the compiler alone. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  /** Checks a value. Without it values are checked against the JSON Schema, and returned as they are. */
  readonly validate?:
    ((value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>) | undefined;
  /** Converts the schema to JSON Schema. */
  readonly jsonSchema: {
    /** JSON Schema of the values that the schema takes. Throws when JSON Schema cannot express it. */
    readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
  };
}

/**
 * A schema of a library that implements Standard JSON Schema: zod 4.2 or later, ArkType 2.1.28 or later, Valibot through
 * `toStandardJsonSchema()` of `@valibot/to-json-schema`, and others.
 *
 * @typeParam Input - Type of the values it takes.
 * @typeParam Output - Type of the values it returns.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** Properties of the standard. */
  readonly '~standard': StandardProperties<Input, Output>;
}
