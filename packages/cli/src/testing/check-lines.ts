import { Validator, type Schema } from '@cfworker/json-schema';
import schema from '../../output.schema.json' with { type: 'json' };

/** The schema, for lines that have no other fields than those it names. */
const validator = new Validator(closed(schema) as Schema, '2020-12');
const LAST: readonly unknown[] = ['summary', 'stopped', 'error'];

/**
 * Checks lines that a command has printed with `--json`. Returns them without their times, which no test can predict.
 *
 * @param isWhole - Whether the command has ended, so that the last line says how.
 */
export function checkLines(
  lines: readonly Record<string, unknown>[],
  isWhole: boolean,
): readonly Record<string, unknown>[] {
  for (const line of lines) {
    const { valid, errors } = validator.validate(line);
    if (valid) continue;
    const at = `#/oneOf/${schema.oneOf.findIndex(({ $ref }) => $ref === `#/$defs/${String(line['type'])}`)}/`;
    const found = errors
      .filter(({ keywordLocation }) => keywordLocation.startsWith(at))
      .map(({ error }) => error);
    throw new Error(`not in output.schema.json: ${JSON.stringify(line)}: ${found.join(' ')}`);
  }
  for (const line of lines) {
    const other = otherKey(line);
    if (other !== undefined) throw new Error(`not snake_case: ${other} in ${JSON.stringify(line)}`);
  }
  const ends = lines.map(({ type }) => LAST.includes(type));
  if (ends.indexOf(true) !== (isWhole ? lines.length - 1 : -1))
    throw new Error(`the last line does not say how it ended: ${JSON.stringify(lines.at(-1))}`);
  return lines.map(({ time: _time, ...line }) => line);
}

/** Fields whose keys are names, addresses or currencies, or come from the service. */
const FREE = ['response', 'item', 'by_rule', 'by_hold', 'totals', 'members', 'tags'];

/** Returns a key that is not in snake case. */
function otherKey(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return value.map(otherKey).find((key) => key !== undefined);
  const members = Object.entries(value).filter(([key]) => !FREE.includes(key));
  const [own] = members.find(([key]) => !/^[a-z][a-z\d_]*$/.test(key)) ?? [];
  return own ?? otherKey(members.map(([, member]) => member));
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]));
  return 'properties' in members && typeof members['type'] === 'string'
    ? { ...members, additionalProperties: false }
    : members;
}
