/** What a value must look like, as plain data: the compiler knows it as a `Schema`, the checker and the derivers walk it. */

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

/**
 * Reports that a value breaks a rule.
 *
 * @param rule - Id of the rule; undefined takes the one named for the field.
 * @param message - What is allowed. It tells the limit, never the value.
 * @param path - Leads to the field, from the value that is looked at.
 */
export type Report = (rule: string | undefined, message: string, path?: readonly (string | number)[]) => void;

/** Looks at a value that is well formed, and reports what is wrong. */
export type Look = (value: never, report: Report) => void;

/** Smallest and largest length or number, both inclusive. */
export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A value that can be listed. */
export type Listed = string | number | boolean | null;

interface Marks {
  /** Rules of the ledger that the shape enforces. */
  readonly rules?: FieldRules | undefined;
  /** Whether the documents' words stand in it for a deployment's real names. */
  readonly isNamed?: boolean | undefined;
  /** What no other field of a shape can say, looked at once all else fits. */
  readonly looks?: readonly Look[] | undefined;
}

/** A string. */
export interface TextShape extends Marks, Bounds {
  readonly kind: 'text';
  /** What its length is counted in. Default UTF-16 units. */
  readonly unit?: 'characters' | undefined;
  readonly prefix?: string | undefined;
  readonly format?: 'date-time' | 'url' | 'base64' | undefined;
  readonly pattern?: { readonly expression: RegExp; readonly message: string } | undefined;
}
/** A number; an integer is within what a double holds exactly. */
export interface NumberShape extends Marks, Bounds {
  readonly kind: 'number';
  readonly isInteger: boolean;
}
/** True or false. */
export interface BooleanShape extends Marks {
  readonly kind: 'boolean';
}
/** One of some values. */
export interface ChoiceShape extends Marks {
  readonly kind: 'choice';
  readonly values: readonly Listed[];
  /** Whether later versions of the service may know more values. */
  readonly mayGrow?: boolean | undefined;
}
/** A list. */
export interface ListShape extends Marks, Bounds {
  readonly kind: 'list';
  readonly item: Shape;
}
/** An object with known fields. */
export interface ObjectShape extends Marks {
  readonly kind: 'object';
  readonly fields: ReadonlyMap<string, Shape>;
  /** Whether other fields pass. */
  readonly isOpen: boolean;
}
/** An object whose keys are data. */
export interface MapShape extends Marks {
  readonly kind: 'map';
  readonly value: Shape;
}
/** One of some shapes. */
export interface UnionShape extends Marks {
  readonly kind: 'union';
  readonly options: readonly Shape[];
}
/** One of some objects, told apart by one field. */
export interface TaggedShape extends Marks {
  readonly kind: 'tagged';
  readonly key: string;
  readonly members: ReadonlyMap<string, Shape>;
  /** The member that may leave the field out. */
  readonly untagged?: Shape | undefined;
  /** Whether a member of an unknown kind passes. */
  readonly isOpen: boolean;
}
/** A value that may be absent, or null. */
export interface MaybeShape extends Marks {
  readonly kind: 'optional' | 'nullable';
  readonly inner: Shape;
}
/** Anything, nothing, or bytes. */
export interface PlainShape extends Marks {
  readonly kind: 'anything' | 'nothing' | 'bytes';
}

/** What a value must look like. */
export type Shape =
  | TextShape
  | NumberShape
  | BooleanShape
  | ChoiceShape
  | ListShape
  | ObjectShape
  | MapShape
  | UnionShape
  | TaggedShape
  | MaybeShape
  | PlainShape;

/** Gives the member of a union that an object belongs to, undefined when it belongs to none. */
export function memberOf(union: TaggedShape, value: object): Shape | undefined {
  const tag = ownValue(value, union.key);
  if (typeof tag === 'string') return union.members.get(tag);
  return tag === undefined || tag === null ? union.untagged : undefined;
}

/** Gives what an object itself holds under a key; what it inherits does not count. */
export function ownValue(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

/** Whether a value is an object other than a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
