/** Schemas of any library that follows Standard Schema with JSON Schema, zod among them. */

/** One way in which a value differs from a schema. */
export interface StandardIssue {
  /** What is wrong. */
  readonly message: string;
  /** Where. */
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** What checking gives: the value, or what is wrong with it. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: ReadonlyArray<StandardIssue> };

/**
 * A schema that checks values and can be written as JSON Schema (https://standardschema.dev).
 *
 * @typeParam Input - What it takes.
 * @typeParam Output - What it gives.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The standard's properties. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}
