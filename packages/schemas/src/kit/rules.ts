/** Ties schemas to the numbered rules of the contract, so that an issue can name the violated rule. */
import * as z from 'zod';
import { mistakeOf, type ZodIssue } from './zod-issue.js';

/** Rules that a schema enforces, by kind of violation. */
export interface FieldRules {
  /** Rule violated if the required field is missing. */
  readonly missing?: string;
  /** Rule violated if the value has the wrong type. */
  readonly type?: string;
  /** Rule violated if the value has the right type but is out of range, malformed or not one of the allowed values. */
  readonly value?: string;
  /** Rule violated if the object has an unknown field. */
  readonly unknown?: string;
}

/** The rules that the schemas of the contract enforce, except rules that involve several fields. */
export const ruleRegistry: z.core.$ZodRegistry<FieldRules> = z.registry<FieldRules>();

/** Enumerations of requests that later versions of the service may extend. */
export const openEnums: z.core.$ZodRegistry<{ readonly isOpen: true }> = z.registry();

/**
 * Assigns rules to a schema. Nested fields inherit them unless they have their own.
 *
 * @param rules - One id for every kind of violation, or an id per kind.
 * @param schema - The schema. A copy is returned, so that one schema can serve fields with different rules.
 */
export function rule<S extends z.ZodType>(rules: string | FieldRules, schema: S): S {
  const ruled = schema.clone() as S;
  ruleRegistry.add(ruled, typeof rules === 'string' ? { missing: rules, type: rules, value: rules } : rules);
  return ruled;
}

/** The schemas of the values along a path, from the whole value to the one at the path. */
type Trail = readonly (readonly z.core.$ZodType[])[];

/**
 * Adds to each issue the rule that its value violates: that of the innermost value with a rule, and of the outermost schema
 * of that value. Reads the schemas only here, when a value is invalid.
 *
 * @param issues - Issues of the value.
 * @param schema - The schema that the value does not match.
 * @param value - The value.
 */
export function nameRules(issues: readonly ZodIssue[], schema: z.core.$ZodType, value: unknown): void {
  for (const issue of issues) nameRule(issue, { schema, value, outer: [[]] });
}

/** A value on the way to an issue. */
interface Place {
  readonly schema: z.core.$ZodType;
  readonly value: unknown;
  /** Schemas around `schema`: of the values around this one, and last of this value itself. */
  readonly outer: Trail;
}

function nameRule(issue: ZodIssue, { schema, value, outer }: Place): void {
  const path = issue.path ?? [];
  const own = schemasOf(schema, value, { issue, path });
  const trail = [...outer.slice(0, -1), [...(outer.at(-1) ?? []), ...own]];
  let found = value;
  for (const [index, key] of path.entries()) {
    found = Object.hasOwn(Object(found) as object, key)
      ? (found as Readonly<Record<PropertyKey, unknown>>)[key]
      : undefined;
    const children = (trail.at(-1) ?? []).flatMap((around) => childrenOf(around, key));
    const rest = { issue, path: path.slice(index + 1) };
    trail.push(children.flatMap((child) => schemasOf(child, found, rest)));
  }
  const last = trail.at(-1) ?? [];
  if (last.some((candidate) => openEnums.get(candidate) !== undefined)) issue.isOpen = true;
  issue.rule ??= ruleAlong(issue, trail);
  const options = optionsOf(last);
  for (const [index, errors] of (issue.errors ?? []).entries()) {
    const option = options[index];
    if (option === undefined) continue;
    for (const inner of errors) nameRule(inner, { schema: option, value: found, outer: trail });
  }
}

function ruleAlong(issue: ZodIssue, trail: Trail): string | undefined {
  for (let level = 0; level < trail.length; level++) {
    for (const schema of trail[trail.length - 1 - level] ?? []) {
      const rules = ruleRegistry.get(schema);
      const found = rules === undefined ? undefined : ruleFor(issue, rules, level);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function ruleFor(issue: ZodIssue, rules: FieldRules, level: number): string | undefined {
  switch (mistakeOf(issue)) {
    case 'missing':
      // A rule about the presence of a field does not apply to nested fields, except the discriminator.
      return level === 0 || (level === 1 && issue.discriminator !== undefined) ? rules.missing : undefined;
    case 'unknown_field':
      return level === 0 ? rules.unknown : undefined;
    case 'type':
      return rules.type;
    default:
      return rules.value;
  }
}

/**
 * Returns the schemas that a value passed: the schema itself, then those that it wraps, and of a union the member that
 * reported the issue.
 */
function schemasOf(schema: z.core.$ZodType, value: unknown, rest?: Rest): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inside = (inner: z.core.$ZodType): readonly z.core.$ZodType[] => schemasOf(inner, value, rest);
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return [schema, ...inside(def.innerType)];
    case 'lazy':
      return [schema, ...inside(def.getter())];
    case 'pipe':
      return [schema, ...inside(def.in), ...inside(def.out)];
    case 'intersection':
      return [schema, ...inside(def.left), ...inside(def.right)];
    case 'union': {
      const member = def.options.find((option) => isMeant(option, def, value, rest));
      return member === undefined ? [schema] : [schema, ...inside(member)];
    }
    default:
      return [schema];
  }
}

/** The rest of an issue's path, from a value on the way. */
interface Rest {
  readonly issue: ZodIssue;
  readonly path: readonly PropertyKey[];
}

/** Whether a union passed a value to this member and returned its issues as its own. */
function isMeant(
  option: z.core.$ZodType,
  union: z.core.$ZodUnionDef,
  value: unknown,
  rest: Rest | undefined,
): boolean {
  const discriminator = 'discriminator' in union ? String(union.discriminator) : undefined;
  if (discriminator !== undefined) {
    const tag = (value as Readonly<Record<string, unknown>> | null | undefined)?.[discriminator];
    return schemasOf(option, value).some((around) =>
      childrenOf(around, discriminator).some((field) => z.safeParse(field, tag).success),
    );
  }
  if (rest === undefined || (rest.issue.errors !== undefined && rest.path.length === 0)) return false;
  const wanted = `${rest.issue.code} ${rest.path.join('.')}`;
  const found = z.safeParse(option, value).error?.issues ?? [];
  return found.some(({ code, path }) => `${code} ${path.join('.')}` === wanted);
}

/** Returns the schemas of a field, an element or the values of a map. */
function childrenOf(schema: z.core.$ZodType, key: PropertyKey): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.hasOwn(def.shape, key) ? [def.shape[key as string] as z.core.$ZodType] : [];
    case 'array':
      return [def.element];
    case 'record':
      return [def.valueType];
    default:
      return [];
  }
}

function optionsOf(schemas: readonly z.core.$ZodType[]): readonly z.core.$ZodType[] {
  const union = schemas.findLast((schema) => (schema as z.core.$ZodTypes)._zod.def.type === 'union');
  return union === undefined ? [] : (union as z.core.$ZodUnion)._zod.def.options;
}
