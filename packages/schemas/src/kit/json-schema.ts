/** Checks values against JSON Schema of the kind that tool inputs and structured replies are described with. */

/** One way in which a value differs from a schema. */
export interface JsonSchemaProblem {
  /** Dotted path within the value; empty for the whole. */
  readonly path: string;
  /** What the schema asks. */
  readonly message: string;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** Deepest nesting that is followed; a schema may refer to itself. */
const MAX_DEPTH = 100;

/**
 * Tells how a value differs from a JSON Schema.
 *
 * Understood are `type`, `const`, `enum`, `properties`, `required`, `additionalProperties`, `items`, `prefixItems`,
 * `anyOf`, `oneOf`, `allOf`, `$ref` into `$defs` or `definitions`, and the bounds of numbers, strings and arrays. Other
 * keywords are not looked at.
 *
 * @param schema - The schema.
 * @param value - The value.
 * @returns The differences; empty when there are none.
 */
export function jsonSchemaProblems(schema: unknown, value: unknown): JsonSchemaProblem[] {
  const problems: JsonSchemaProblem[] = [];
  new Checker(schema, problems).check(schema, value, []);
  return problems;
}

class Checker {
  readonly #root: unknown;
  readonly #problems: JsonSchemaProblem[];
  /** References that are being followed, with the place in the value: one that leads back to itself says nothing. */
  readonly #following: Set<string>;

  constructor(root: unknown, problems: JsonSchemaProblem[], following: Set<string> = new Set()) {
    this.#root = root;
    this.#problems = problems;
    this.#following = following;
  }

  check(schema: unknown, value: unknown, path: readonly string[]): void {
    if (schema === false) this.#report(path, 'is not allowed');
    if (!isObject(schema) || path.length > MAX_DEPTH) return;
    if (typeof schema.$ref === 'string') this.#follow(schema.$ref, value, path);
    if (schema.type !== undefined && !hasType(schema.type, value)) {
      this.#report(path, `must be of type ${[schema.type].flat().join(' or ')}`);
      return;
    }
    this.#checkValue(schema, value, path);
    this.#checkBranches(schema, value, path);
    if (typeof value === 'string')
      this.#checkSize(schema, { count: [...value].length, unit: 'Length' }, path);
    if (typeof value === 'number') this.#checkNumber(schema, value, path);
    if (Array.isArray(value)) this.#checkArray(schema, value, path);
    else if (isObject(value)) this.#checkObject(schema, value, path);
  }

  #report(path: readonly string[], message: string): void {
    this.#problems.push({ path: path.join('.'), message });
  }

  #follow(reference: string, value: unknown, path: readonly string[]): void {
    const step = `${reference} ${path.join('.')}`;
    if (this.#following.has(step)) return;
    this.#following.add(step);
    this.check(this.#resolve(reference), value, path);
    this.#following.delete(step);
  }

  #resolve(reference: string): unknown {
    let found: unknown = this.#root;
    for (const part of reference.replace(/^#\/?/, '').split('/')) {
      if (part === '') continue;
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    }
    return found;
  }

  #checkValue(schema: JsonSchema, value: unknown, path: readonly string[]): void {
    if ('const' in schema && !isSame(schema.const, value))
      this.#report(path, `must be ${JSON.stringify(schema.const)}`);
    if (Array.isArray(schema.enum) && !schema.enum.some((allowed) => isSame(allowed, value)))
      this.#report(
        path,
        `must be one of ${schema.enum.map((allowed) => JSON.stringify(allowed)).join(', ')}`,
      );
  }

  #checkBranches(schema: JsonSchema, value: unknown, path: readonly string[]): void {
    const fits = (branch: unknown): boolean => {
      const problems: JsonSchemaProblem[] = [];
      new Checker(this.#root, problems, this.#following).check(branch, value, path);
      return problems.length === 0;
    };
    if (Array.isArray(schema.allOf)) for (const branch of schema.allOf) this.check(branch, value, path);
    if (Array.isArray(schema.anyOf) && !schema.anyOf.some(fits))
      this.#report(path, 'must fit one of the alternatives');
    if (Array.isArray(schema.oneOf) && schema.oneOf.filter(fits).length !== 1)
      this.#report(path, 'must fit exactly one of the alternatives');
  }

  #checkSize(
    schema: JsonSchema,
    { count, unit }: { readonly count: number; readonly unit: 'Length' | 'Items' },
    path: readonly string[],
  ): void {
    const what = unit === 'Length' ? 'characters' : 'entries';
    const { [`min${unit}`]: least, [`max${unit}`]: most } = schema;
    if (typeof least === 'number' && count < least) this.#report(path, `must have at least ${least} ${what}`);
    if (typeof most === 'number' && count > most) this.#report(path, `must have at most ${most} ${what}`);
  }

  #checkNumber(schema: JsonSchema, value: number, path: readonly string[]): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
    if (typeof minimum === 'number' && value < minimum) this.#report(path, `must be at least ${minimum}`);
    if (typeof maximum === 'number' && value > maximum) this.#report(path, `must be at most ${maximum}`);
    if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
      this.#report(path, `must be greater than ${exclusiveMinimum}`);
    if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
      this.#report(path, `must be less than ${exclusiveMaximum}`);
  }

  #checkArray(schema: JsonSchema, value: readonly unknown[], path: readonly string[]): void {
    this.#checkSize(schema, { count: value.length, unit: 'Items' }, path);
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    value.forEach((item, index) => {
      this.check(index < first.length ? first[index] : schema.items, item, [...path, String(index)]);
    });
  }

  #checkObject(schema: JsonSchema, value: JsonSchema, path: readonly string[]): void {
    const properties = isObject(schema.properties) ? schema.properties : {};
    for (const name of Array.isArray(schema.required) ? schema.required : [])
      if (typeof name === 'string' && !Object.hasOwn(value, name))
        this.#report([...path, name], 'is required');
    for (const name of Object.keys(value)) {
      const known = Object.hasOwn(properties, name);
      this.check(known ? properties[name] : schema.additionalProperties, value[name], [...path, name]);
    }
  }
}

function hasType(type: unknown, value: unknown): boolean {
  if (Array.isArray(type)) return type.some((one) => hasType(one, value));
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(first: unknown, second: unknown): boolean {
  if (first === second) return true;
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null)
    return false;
  return JSON.stringify(first) === JSON.stringify(second);
}
