/** Links tests to the rules that they verify. */
import { rules } from '../rules/index.js';

/**
 * Declares which rules a test verifies. Call it at the start of the test, with literal ids, because a check reads them from
 * the source.
 *
 * @param ids - Rule ids.
 * @throws {Error} When a rule is not in the table.
 */
export function verifies(...ids: readonly string[]): void {
  for (const id of ids) {
    if (!rules.has(id)) throw new Error(`Unknown rule: ${id}`);
  }
}
