/** `parlance-fakes rules`. */
import { rules } from '../rules/index.js';

/**
 * Prints the table of rules.
 *
 * @param form - `text`: a line for each rule, columns apart by tabs, the first line with their names; `json`: an array.
 */
export function printRules(form: 'text' | 'json'): string {
  const rows = [...rules.values()];
  if (form === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  const lines = rows.map((rule) =>
    [rule.id, rule.source, rule.statement, rule.enforcedBy || '-', rule.test ?? `gap: ${rule.gap}`].join(
      '\t',
    ),
  );
  return `${[['id', 'source', 'rule', 'enforced by', 'test'].join('\t'), ...lines].join('\n')}\n`;
}
