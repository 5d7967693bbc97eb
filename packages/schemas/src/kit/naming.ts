/** The names of a deployment, which replace the placeholders `vendor`, `assistant` and `githost` of the documents. */
import type { NamingTable } from './naming-table.js';

/** Names of a deployment. An omitted name keeps the placeholder of the documents. */
export interface Naming {
  /** Name of the vendor, for example in the header `vendor-version`. */
  readonly vendor?: string | undefined;
  /** Name of the product, for example in model ids. */
  readonly assistant?: string | undefined;
  /** Name of the repository host. */
  readonly githost?: string | undefined;
}

/** The placeholder names in the documents. */
export const WORDS = ['vendor', 'assistant', 'githost'] as const;

/** Returns whether a value is a valid name. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z0-9]*$/.test(value);
}

/**
 * Validates a naming.
 *
 * @param naming - The names. Of any type, because they may come from a file or a command line.
 * @param tables - Tables of the services to use the names with.
 * @returns A message that names the invalid key; undefined if the naming is valid.
 */
export function namingProblem(naming: unknown, tables: readonly NamingTable[]): string | undefined {
  if (typeof naming !== 'object' || naming === null || Array.isArray(naming)) {
    return `must be an object with ${WORDS.join(', ')}`;
  }
  const seen = new Map<string, string>();
  for (const [key, name] of Object.entries(naming)) {
    if (!WORDS.some((word) => word === key)) return `${key}: unknown name; allowed: ${WORDS.join(', ')}`;
    if (name === undefined) continue;
    if (!isName(name)) {
      return `${key}: must consist of lowercase letters and digits, starting with a letter`;
    }
    const twin = seen.get(name);
    if (twin !== undefined) return `${key}: must differ from ${twin}`;
    seen.set(name, key);
    if (name === key) continue;
    if (WORDS.some((word) => word === name)) return `${key}: ${name} has another meaning in the contract`;
    if (tables.some((table) => table.words.split(' ').includes(name))) {
      return `${key}: ${name} occurs in identifiers of the contract`;
    }
  }
  return undefined;
}

/**
 * Parses a naming from its one-line form, `vendor=x,assistant=y,githost=z`.
 *
 * @returns The names, not validated: see {@link namingProblem}. Undefined if the text is malformed.
 */
export function parseNaming(text: string): Naming | undefined {
  const entries = text.split(',').map((pair) => pair.split('=').map((side) => side.trim()));
  if (entries.some((pair) => pair.length !== 2 || pair.includes(''))) return undefined;
  const names = entries.map(([key, name]) => [key as string, name as string] as const);
  return new Set(names.map(([key]) => key)).size === names.length ? Object.fromEntries(names) : undefined;
}
