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

/**
 * Assigns rules to a schema. Nested fields inherit them unless they have their own.
 *
 * Assign rules last: schemas derived with `.min()`, `.refine()` or `.extend()` lose them, while wrappers such as
 * `.optional()` keep them.
 *
 * @param rules - One id for every kind of violation, or an id per kind.
 * @param schema - The schema. A copy is returned, so that one schema can serve fields with different rules.
 */
export function rule<S extends z.ZodType>(rules: string | FieldRules, schema: S): S {
  const named = typeof rules === 'string' ? { missing: rules, type: rules, value: rules } : rules;
  const ruled = onIssues(schema, (issues) => nameRules(issues, named, 0));
  ruleRegistry.add(ruled, named);
  return ruled;
}

/**
 * Returns a copy of a schema that passes its issues, and those of nested schemas, to a function.
 *
 * A refinement cannot do this: zod skips refinements after certain issues, such as a fraction for `z.int()`.
 */
export function onIssues<S extends z.ZodType>(schema: S, mark: (issues: readonly ZodIssue[]) => void): S {
  const copy = schema.clone() as S;
  copy._zod.run = (payload, context) => {
    const result = schema._zod.run(payload, context) as z.core.ParsePayload;
    if (result.issues.length > 0) mark(result.issues as readonly ZodIssue[]);
    return result;
  };
  return copy;
}

/**
 * Sets the rule of each issue: that of the innermost schema with a rule, or of the outermost one for the same value.
 */
function nameRules(issues: readonly ZodIssue[], rules: FieldRules, depth: number): void {
  for (const issue of issues) {
    const level = depth + (issue.path?.length ?? 0);
    for (const branch of issue.errors ?? []) nameRules(branch, rules, level);
    if (issue.rule !== undefined && issue.ruleLevel !== level) continue;
    issue.rule = ruleFor(issue, rules, level) ?? issue.rule;
    issue.ruleLevel = level;
  }
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
