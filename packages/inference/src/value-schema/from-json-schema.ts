/** Infers types from JSON Schema literals. */

/** A JSON Schema object. */
export type JsonSchema = { readonly [keyword: string]: unknown };

type Named = { readonly [name: string]: unknown };
type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;
type Members<S, P extends Named> = {
  [Name in keyof P as Name extends RequiredOf<S> ? Name : never]: FromJsonSchema<P[Name]>;
} & {
  [Name in keyof P as Name extends RequiredOf<S> ? never : Name]?: FromJsonSchema<P[Name]>;
};
type Flat<T> = { [Name in keyof T]: T[Name] };
type ByType = {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
};

/**
 * Type of the values that a JSON Schema literal describes. Supports the common keywords; anything else is `unknown`.
 *
 * @typeParam S - Type of the schema: declared `as const`, or inferred by a function such as `defineTool`.
 */
export type FromJsonSchema<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly anyOf: readonly (infer Branch)[] }
      ? FromJsonSchema<Branch>
      : S extends { readonly type: 'object'; readonly properties: infer P extends Named }
        ? Flat<Members<S, P>>
        : S extends { readonly type: 'object' }
          ? Record<string, unknown>
          : S extends { readonly type: 'array'; readonly items: infer Item }
            ? FromJsonSchema<Item>[]
            : S extends { readonly type: 'array' }
              ? unknown[]
              : S extends { readonly type: infer T extends keyof ByType }
                ? ByType[T]
                : unknown;
