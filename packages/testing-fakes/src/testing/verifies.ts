/** Links tests to the rules that they verify. */
import { rules } from '../rules/index.js';

/** Hooks for the recorder of rule cases, see `verify/testing`. Not set while tests run. */
export const cases: {
  isRecording?: boolean;
  onVerifies?: (ids: readonly string[]) => void;
  onStep?: (test: string, engine: unknown, step: unknown) => void;
} = {};

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
  cases.onVerifies?.(ids);
}
