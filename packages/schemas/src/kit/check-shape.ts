/** Checks values against shapes: dotted path, broken rule, allowed values, and never the value itself. */
import { kindOf, type ContractIssue, type IssueCode } from './issue.js';
import {
  isObject,
  memberOf,
  ownValue,
  type ChoiceShape,
  type FieldRules,
  type ListShape,
  type NumberShape,
  type ObjectShape,
  type Report,
  type Shape,
  type TaggedShape,
  type TextShape,
  type UnionShape,
} from './shape.js';
import { formatProblem, lengthProblem } from './text-formats.js';
import { oneOf, typeMessage } from './type-message.js';

/** Rule for an unknown body field. */
const UNKNOWN_FIELD = 'GEN-004';
/** Rule for a missing, ill-typed or out-of-range field that no other rule names. */
const BAD_FIELD = 'GEN-005';

/**
 * Most differences that are told of one value. A body of megabytes can be wrong in millions of places, each of which would
 * take more memory than the place itself.
 */
const MAX_DIFFERENCES = 1000;

/** One difference between a value and a shape. */
export interface Difference extends Omit<ContractIssue, 'path'> {
  /** Leads to the field: a key of an object may hold any character, a dot as well. */
  readonly keys: readonly (string | number)[];
}

/**
 * Checks a value against a shape.
 *
 * @param shape - What it must look like.
 * @param value - The value; it is not changed.
 * @returns The first 1000 differences, in the order of the shape's fields; empty when there are none.
 */
export function checkShape(shape: Shape, value: unknown): readonly Difference[] {
  const checker = new Checker();
  checker.visit(shape, value);
  return checker.found;
}

type Path = readonly (string | number)[];

/** A shape that says something about the rules of the value at a level of the path. */
interface Frame {
  readonly level: number;
  readonly shape: Shape;
}

/** Walks a value and its shape together. Path and frames are stacks: a value that fits costs no allocation but these. */
class Checker {
  readonly found: Difference[] = [];
  readonly #path: (string | number)[] = [];
  readonly #frames: Frame[] = [];

  visit(shape: Shape, value: unknown): void {
    if (this.found.length >= MAX_DIFFERENCES) return;
    const frames = this.#frames.length;
    if (shape.rules !== undefined) this.#frames.push({ level: this.#path.length, shape });
    const before = this.found.length;
    this.#compare(shape, value);
    if (shape.looks !== undefined && this.found.length === before) this.#look(shape.looks, value);
    this.#frames.length = frames;
  }

  #compare(shape: Shape, value: unknown): void {
    switch (shape.kind) {
      case 'optional':
        return value === undefined ? undefined : this.visit(shape.inner, value);
      case 'nullable':
        return value === null ? undefined : this.visit(shape.inner, value);
      case 'object':
        return this.#object(shape, value);
      case 'text':
        return this.#text(shape, value);
      case 'choice':
        return this.#choice(shape, value);
      case 'list':
        return this.#list(shape, value);
      case 'tagged':
        return this.#tagged(shape, value);
      case 'union':
        return this.#union(shape, value);
      case 'map':
        if (!isObject(value)) return this.#mistyped(shape, value);
        for (const key of Object.keys(value)) this.#inner(key, shape.value, ownValue(value, key));
        return undefined;
      case 'number':
        return this.#number(shape, value);
      default:
        return hasKindOf(shape, value) ? undefined : this.#mistyped(shape, value);
    }
  }

  #inner(key: string | number, shape: Shape, value: unknown): void {
    this.#path.push(key);
    this.visit(shape, value);
    this.#path.pop();
  }

  #object(shape: ObjectShape, value: unknown): void {
    if (!isObject(value)) return this.#mistyped(shape, value);
    for (const [key, field] of shape.fields) {
      const inner = ownValue(value, key);
      // Most fields of most objects are optional and absent: passing over them here makes the check of a small request twice as fast.
      if (inner !== undefined || field.kind !== 'optional' || field.looks !== undefined) {
        this.#inner(key, field, inner);
      }
    }
    if (shape.isOpen) return;
    for (const key of Object.keys(value)) {
      if (!shape.fields.has(key)) this.#unknownField(key, ownValue(value, key));
    }
  }

  #list(shape: ListShape, value: unknown): void {
    if (!Array.isArray(value)) return this.#mistyped(shape, value);
    // Counted: `forEach` passes over the holes of an array.
    for (let index = 0; index < value.length; index++) this.#inner(index, shape.item, value[index]);
    const { min, max } = shape;
    if (min !== undefined && value.length < min)
      this.#add('value', value, `must have at least ${min} entries`);
    if (max !== undefined && value.length > max)
      this.#add('value', value, `must have at most ${max} entries`);
    return undefined;
  }

  #text(shape: TextShape, value: unknown): void {
    if (typeof value !== 'string') return this.#mistyped(shape, value);
    const problem = lengthProblem(shape, value) ?? formatProblem(shape, value);
    if (problem !== undefined) this.#add('value', value, problem);
  }

  #number(shape: NumberShape, value: unknown): void {
    if (!hasKindOf(shape, value)) return this.#mistyped(shape, value);
    const number = value as number;
    if (shape.isInteger && !Number.isInteger(number)) return this.#add('value', value, 'must be an integer');
    const { min, max } = shape;
    const bounds = shape.isInteger
      ? { min: min ?? Number.MIN_SAFE_INTEGER, max: max ?? Number.MAX_SAFE_INTEGER }
      : { min, max };
    if (bounds.min !== undefined && number < bounds.min)
      this.#add('value', value, `must be at least ${bounds.min}`);
    if (bounds.max !== undefined && number > bounds.max)
      this.#add('value', value, `must be at most ${bounds.max}`);
    return undefined;
  }

  #choice(shape: ChoiceShape, value: unknown): void {
    if ((shape.values as readonly unknown[]).includes(value)) return;
    const isSameType = typeof value === typeof shape.values[0];
    const code = !isSameType ? 'type' : shape.mayGrow === true ? 'unknown_value' : 'value';
    this.#add(code, value, oneOf(shape.values));
  }

  #tagged(shape: TaggedShape, value: unknown): void {
    if (!isObject(value)) return this.#mistyped(shape, value);
    const member = memberOf(shape, value);
    if (member !== undefined) return this.visit(member, value);
    const tag = ownValue(value, shape.key);
    const isText = typeof tag === 'string';
    if (shape.isOpen && isText) return;
    this.#path.push(shape.key);
    this.#add(isText ? 'unknown_type' : 'type', tag, oneOf([...shape.members.keys()]));
    this.#path.pop();
  }

  /** Takes the first option that fits; where none does, the first of the value's type says what the caller meant. */
  #union(shape: UnionShape, value: unknown): void {
    const options = shape.options.filter((option) => hasKindOf(option, value));
    if (options.length === 0) return this.#mistyped(shape, value);
    const before = this.found.length;
    let told: Difference[] | undefined;
    for (const option of options) {
      this.visit(option, value);
      if (this.found.length === before) return;
      const found = this.found.splice(before);
      told ??= found;
    }
    this.found.push(...(told ?? []));
  }

  #look(looks: readonly ((value: never, report: Report) => void)[], value: unknown): void {
    const report: Report = (rule, message, path = []) => {
      const found = valueAt(value, path);
      this.#path.push(...path);
      this.#add(found === undefined ? 'missing' : 'value', found, { rule, message });
      this.#path.length -= path.length;
    };
    for (const look of looks) look(value as never, report);
  }

  #unknownField(key: string, value: unknown): void {
    const level = this.#path.length;
    const named = this.#frames.findLast(
      (frame) => frame.level === level && frame.shape.rules?.unknown !== undefined,
    );
    this.#path.push(key);
    this.#add('unknown_field', value, {
      rule: named?.shape.rules?.unknown ?? UNKNOWN_FIELD,
      message: 'Extra inputs are not permitted',
    });
    this.#path.pop();
  }

  #mistyped(shape: Shape, value: unknown): void {
    this.#add('type', value, typeMessage(shape));
  }

  #add(
    code: IssueCode,
    value: unknown,
    told: string | { readonly rule: string | undefined; readonly message: string },
  ): void {
    if (this.found.length >= MAX_DIFFERENCES) return;
    const isMissing = value === undefined && code !== 'unknown_field';
    const { rule, message } =
      typeof told === 'string' ? { rule: undefined, message: isMissing ? 'Field required' : told } : told;
    const actual = isMissing ? 'missing' : code;
    this.found.push({
      keys: [...this.#path],
      rule: rule ?? this.#ruleFor(actual),
      message,
      kind: kindOf(value),
      code: actual,
    });
  }

  /** The rule of the deepest level on the path that names one for this way of breaking it. */
  #ruleFor(code: IssueCode): string {
    const way: keyof FieldRules = code === 'missing' || code === 'type' ? code : 'value';
    const levels = this.#path.length;
    for (let level = levels; level >= 0; level--) {
      for (const { shape } of this.#frames.filter((frame) => frame.level === level)) {
        const named = shape.rules?.[way];
        if (named !== undefined && (way !== 'missing' || this.#saysWhatIsMissing(shape, level))) return named;
      }
    }
    return BAD_FIELD;
  }

  /** An outer field's rule about absence says nothing about an inner field, unless that field tells its kind. */
  #saysWhatIsMissing(shape: Shape, level: number): boolean {
    const levels = this.#path.length;
    return (
      level === levels || (level === levels - 1 && shape.kind === 'tagged' && shape.key === this.#path.at(-1))
    );
  }
}

/** Whether a value has the outermost type of a shape. */
function hasKindOf(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'optional':
      return value === undefined || hasKindOf(shape.inner, value);
    case 'nullable':
      return value === null || hasKindOf(shape.inner, value);
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return (shape.values as readonly unknown[]).includes(value);
    case 'list':
      return Array.isArray(value);
    case 'object':
    case 'map':
    case 'tagged':
      return isObject(value);
    case 'union':
      return shape.options.some((option) => hasKindOf(option, value));
    case 'bytes':
      return value instanceof Uint8Array;
    case 'anything':
      return true;
    case 'nothing':
      return false;
  }
}

function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = ownValue(found, String(key));
  }
  return found;
}
