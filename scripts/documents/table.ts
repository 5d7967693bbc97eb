/** The table of everything that the documents name, with its places in the contract. */
import type { Places } from './contract-places.ts';
import type { Passage } from './extract.ts';
import { documentedLimits } from './limits.ts';
import { closenessTo } from './closeness.ts';

/** Files of the documents. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  inference: '000_b8a6ad6e20bf9acc.txt',
  'managed-agents': '001_46b4575340204bdd.txt',
  compliance: '002_4e8d274a8369cc43.txt',
};

/**
 * The table: by `<document> > <heading> > <first cell>`, each name with how far from there the contract declares it, see
 * {@link closenessTo}, or the reason why it does not.
 */
export type Table = Readonly<Record<string, Readonly<Record<string, number | string>>>>;

/** Names that occur in the documents, but not in the contract, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'assistant-': 'prefix of the model ids',
  skill_: 'ids of custom skills are opaque to the contract',
  page_: 'cursors are opaque to the contract',
  org_: 'ids of organizations are opaque to the contract',
  end_line: 'an element of view_range',
  '2023-06-01': 'default of the client option version',
  us: 'default of the service, see rule ADM-070',
  global: 'default of the service, see rule ADM-072',
};

/**
 * Builds the table.
 *
 * @param passages - Passages by document.
 * @param places - Places of the contract.
 * @param previous - The previous table. What it says is kept while the contract declares a name at least as close.
 */
export function buildTable(
  passages: Readonly<Record<string, readonly Passage[]>>,
  places: Places,
  previous: Table,
): Table {
  const table: Record<string, Record<string, number | string>> = {};
  for (const [document, all] of Object.entries(passages))
    for (const passage of all) {
      const key = `${document} > ${passage.heading} > ${passage.subject}`;
      const row = (table[key] ??= {});
      const closeness = closenessTo(places, key);
      for (const name of [...passage.names, ...passage.endpoints]) {
        const now = ELSEWHERE[name] ?? closeness(name);
        const before = previous[key]?.[name];
        row[name] = typeof before === 'number' && typeof now === 'number' ? Math.max(before, now) : now;
      }
      for (const limit of passage.limits) row[limit] = 'limit';
    }
  return table;
}

/** Returns the names and limits that the contract does not declare, or farther from their heading than the table says. */
export function missing(table: Table, places: Places): readonly string[] {
  return Object.entries(table).flatMap(([key, row]) => {
    const closeness = closenessTo(places, key);
    return Object.entries(row).flatMap(([name, expected]) => {
      if (expected === 'limit') return missingLimit(places, key, Number(name));
      return typeof expected === 'number' && closeness(name) > expected ? [`${key}: ${name}`] : [];
    });
  });
}

function missingLimit(places: Places, key: string, limit: number): readonly string[] {
  const declared = documentedLimits[key]?.[limit] ?? [];
  if (typeof declared === 'string') return [];
  const lacking = declared.filter((place) => places.get(place)?.declared.has(String(limit)) !== true);
  return declared.length === 0
    ? [`${key}: ${limit}`]
    : lacking.map((place) => `${key}: ${limit} at ${place}`);
}
