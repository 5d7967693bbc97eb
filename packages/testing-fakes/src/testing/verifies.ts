/** Ties a test to the rules it checks. */
import { rules } from '../rules/index.js';

/**
 * Says which rules of the table the test checks. Call it first in the test, with literal ids: the gate reads them from
 * the source.
 *
 * @param ids - Ids of rules.
 * @throws {Error} When the table has no such rule.
 */
export function verifies(...ids: readonly string[]): void {
  for (const id of ids) {
    if (!rules.has(id)) throw new Error(`The table of rules has no ${id}.`);
  }
}
