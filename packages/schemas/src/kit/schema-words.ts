/** The words in which schemas are written. */
import { checkShape } from './check-shape.js';
import type { Listed, ListShape, Look, NumberShape, Shape, TextShape } from './shape.js';

/**
 * What a value of type `T` must look like. It checks and never changes the value. It follows Standard Schema
 * (https://standardschema.dev), so that libraries which know that take it as it is.
 *
 * @typeParam T - Type of the values.
 */
export class Schema<out T> {
  /** The same as plain data. */
  readonly shape: Shape;

  /** @param shape - What a value must look like. */
  constructor(shape: Shape) {
    this.shape = shape;
  }

  /** Lets the value be absent. */
  optional(): Schema<T | undefined> {
    return new Schema({ kind: 'optional', inner: this.shape });
  }

  /** Lets the value be null. */
  nullable(): Schema<T | null> {
    return new Schema({ kind: 'nullable', inner: this.shape });
  }

  /** Lets the value be null or absent. */
  nullish(): Schema<T | null | undefined> {
    return this.nullable().optional();
  }

  /** Properties of Standard Schema. */
  get '~standard'(): StandardProperties<T> {
    const { shape } = this;
    return {
      version: 1,
      vendor: 'parlance',
      validate: (value) => {
        const found = checkShape(shape, value);
        if (found.length === 0) return { value: value as T };
        return { issues: found.map(({ message, keys }) => ({ message, path: keys })) };
      },
    };
  }
}

/** What Standard Schema asks of a schema. */
export interface StandardProperties<T> {
  readonly version: 1;
  readonly vendor: 'parlance';
  readonly types?: { readonly input: T; readonly output: T } | undefined;
  readonly validate: (value: unknown) => StandardOutcome<T>;
}

/** The value, or what is wrong with it. */
export type StandardOutcome<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly (string | number)[] }[] };

/** A schema of strings. Lengths are in UTF-16 units; `characters()` counts code points. */
export class TextSchema extends Schema<string> {
  declare readonly shape: TextShape;

  /** Sets the smallest length. */
  min(min: number): TextSchema {
    return new TextSchema({ ...this.shape, min });
  }

  /** Sets the largest length. */
  max(max: number): TextSchema {
    return new TextSchema({ ...this.shape, max });
  }

  /** Sets what it begins with. */
  startsWith(prefix: string): TextSchema {
    return new TextSchema({ ...this.shape, prefix });
  }

  /** Sets a pattern, and what a message says about it. */
  regex(expression: RegExp, message = `must match ${String(expression)}`): TextSchema {
    return new TextSchema({ ...this.shape, pattern: { expression, message } });
  }

  /** Adds a check, and what a message says about it. */
  refine(isGood: (text: string) => boolean, message: string): TextSchema {
    const look: Look = (text, report) => (isGood(text) ? undefined : report(undefined, message));
    return new TextSchema({ ...this.shape, looks: [...(this.shape.looks ?? []), look] });
  }
}

/** A schema of numbers. */
export class NumberSchema extends Schema<number> {
  declare readonly shape: NumberShape;

  /** Sets the smallest number. */
  min(min: number): NumberSchema {
    return new NumberSchema({ ...this.shape, min });
  }

  /** Sets the largest number. */
  max(max: number): NumberSchema {
    return new NumberSchema({ ...this.shape, max });
  }
}

/** A schema of lists. */
export class ListSchema<out T> extends Schema<T[]> {
  declare readonly shape: ListShape;

  /** Sets the smallest length. */
  min(min: number): ListSchema<T> {
    return new ListSchema({ ...this.shape, min });
  }

  /** Sets the largest length. */
  max(max: number): ListSchema<T> {
    return new ListSchema({ ...this.shape, max });
  }
}

type Either<Options extends readonly Schema<unknown>[]> = Options[number] extends Schema<infer T> ? T : never;

const text = (shape: Omit<TextShape, 'kind'>) => new TextSchema({ kind: 'text', ...shape });

/** Makes schemas. Objects and unions of objects are made by `object`, `union` and their like, which the compiler holds against the interfaces. */
export const s = {
  string: (): TextSchema => text({}),
  /** An absolute URL. */
  url: (): TextSchema => text({ format: 'url' }),
  base64: (): TextSchema => text({ format: 'base64' }),
  /** An RFC 3339 time. */
  dateTime: (): TextSchema => text({ format: 'date-time' }),
  number: (): NumberSchema => new NumberSchema({ kind: 'number', isInteger: false }),
  /** An integer that a double holds exactly. */
  int: (): NumberSchema => new NumberSchema({ kind: 'number', isInteger: true }),
  boolean: (): Schema<boolean> => new Schema({ kind: 'boolean' }),
  literal: <const Value extends Listed>(value: Value): Schema<Value> =>
    new Schema({ kind: 'choice', values: [value] }),
  enum: <const Value extends string>(values: readonly Value[]): Schema<Value> =>
    new Schema({ kind: 'choice', values }),
  array: <T>(item: Schema<T>): ListSchema<T> => new ListSchema({ kind: 'list', item: item.shape }),
  /** An object whose keys are data. */
  record: <T>(value: Schema<T>): Schema<Record<string, T>> => new Schema({ kind: 'map', value: value.shape }),
  /** The first of the options that fits. */
  union: <Options extends readonly Schema<unknown>[]>(options: Options): Schema<Either<Options>> =>
    new Schema({ kind: 'union', options: options.map(({ shape }) => shape) }),
  unknown: (): Schema<unknown> => new Schema({ kind: 'anything' }),
  /** No value at all: of use where a field must be absent. */
  never: (): Schema<never> => new Schema({ kind: 'nothing' }),
  bytes: (): Schema<Uint8Array> => new Schema({ kind: 'bytes' }),
} as const;
