/** Ties schemas to the numbered rules of the contract, so that a refusal can name the rule that was broken. */
import * as z from 'zod';
import { mistakeOf, type ZodIssue } from './zod-issue.js';

/** Rules that a schema enforces, by the way in which a value can break them. */
export interface FieldRules {
  /** Rule broken when the required field is missing. */
  readonly missing?: string;
  /** Rule broken when the value has another type. */
  readonly type?: string;
  /** Rule broken when the value has the right type but is out of range, malformed or not one of the allowed values. */
  readonly value?: string;
  /** Rule broken when the object has a field that the contract does not list. */
  readonly unknown?: string;
}

/** The rules that the schemas of the contract enforce. Rules over several fields are not listed. */
export const ruleRegistry: z.core.$ZodRegistry<FieldRules> = z.registry<FieldRules>();

/**
 * Names the rules that a schema enforces. Fields inside it inherit them, unless they name their own.
 *
 * Name the rules last: schemas derived with `.min()`, `.refine()` or `.extend()` are no longer ruled. Wrappers such as
 * `.optional()` are.
 *
 * @param rules - One id for every kind of mistake, or an id for each kind.
 * @param schema - The schema. A copy is returned, so that one schema can serve fields with different rules.
 */
export function rule<S extends z.ZodType>(rules: string | FieldRules, schema: S): S {
  const named = typeof rules === 'string' ? { missing: rules, type: rules, value: rules } : rules;
  const ruled = onIssues(schema, (issues) => nameRules(issues, named, 0));
  ruleRegistry.add(ruled, named);
  return ruled;
}

/**
 * Returns a copy of a schema that passes its issues, and those of the schemas inside it, to a function.
 *
 * A refinement cannot do this: zod skips refinements after an issue that aborts, such as a fraction for `z.int()`.
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

/** Names the rule of each issue. Of several schemas that name one, the innermost wins, or the outermost of the same value. */
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
      // A rule about the presence of a field says nothing about the fields inside it, except its discriminator.
      return level === 0 || (level === 1 && issue.discriminator !== undefined) ? rules.missing : undefined;
    case 'unknown_field':
      return level === 0 ? rules.unknown : undefined;
    case 'type':
      return rules.type;
    default:
      return rules.value;
  }
}
