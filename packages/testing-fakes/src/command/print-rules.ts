/** `parlance-fakes rules`: prints the rules, or how often a run violated them. */
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import { rules } from '../rules/index.js';

const journal = z.array(z.object({ rule: z.string().nullable() }));

const journalOrRun = z.union(
  [journal, z.object({ journal }).transform((run) => run.journal)],
  'must be a journal (an array of entries with rule) or a saved run',
);

/**
 * Formats the table of rules.
 *
 * @param form - `text` for tab-separated columns with a header line, `json` for an array.
 */
export function printRules(form: 'text' | 'json'): string {
  const rows = [...rules.values()];
  if (form === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  const lines = rows.map(({ id, source, statement }) => [id, source, statement].join('\t'));
  return `${[['id', 'source', 'rule'].join('\t'), ...lines].join('\n')}\n`;
}

/**
 * Formats a table of how often the requests of a run violated each rule, including those that no request violated.
 *
 * @param document - A journal (an array of entries) or a saved run.
 * @throws {InputError} When the document is neither.
 */
export function printRun(document: unknown): string {
  const counts = new Map<string, number>();
  for (const { rule } of parseInput(journalOrRun, document, { source: 'run' })) {
    if (rule !== null) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  const rows = [...rules.values()].map(({ id, statement }) =>
    [counts.get(id) ?? 0, id, statement].join('\t'),
  );
  const known = [...counts.keys()].filter((id) => rules.has(id)).length;
  return `${['refusals\tid\trule', ...rows].join('\n')}\n${known} of ${rules.size} rules were violated in this run\n`;
}
