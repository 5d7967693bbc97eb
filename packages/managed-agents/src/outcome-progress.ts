import type { OpenEnum } from '@parlance/schemas';
import type { OutcomeVerdict, SessionEvent } from '@parlance/schemas/managed-agents';

/** Progress of an outcome, derived from events. */
export interface OutcomeProgress {
  /** Identifier, `outc_...`. */
  readonly id: string;
  /** What the agent should produce. */
  readonly description: string;
  /** Maximum number of rounds. */
  readonly maxRounds: number;
  /** Verdicts of the grader so far, oldest first. */
  readonly rounds: readonly OutcomeRound[];
  /** Whether the grader is evaluating the work. */
  readonly isEvaluating: boolean;
}

/** Verdict of the grader on one round. */
export interface OutcomeRound {
  /** The verdict. */
  readonly result: OpenEnum<OutcomeVerdict>;
  /** Explanation by the grader. */
  readonly explanation: string;
}

/** Maximum number of rounds of an outcome without `max_iterations`. */
const DEFAULT_ROUNDS = 3;

/**
 * Applies an event to the known outcomes. Events that are not about an outcome are ignored.
 *
 * @param event - The event.
 * @param outcomes - Outcomes so far, by id.
 */
export function noteOutcome(event: SessionEvent, outcomes: Map<string, OutcomeProgress>): void {
  if (event.type === 'user.define_outcome') {
    const { outcome_id: id, description, max_iterations } = event;
    const maxRounds = max_iterations ?? DEFAULT_ROUNDS;
    outcomes.set(id, { id, description, maxRounds, rounds: [], isEvaluating: false });
  } else if (
    event.type === 'span.outcome_evaluation_start' ||
    event.type === 'span.outcome_evaluation_ongoing'
  ) {
    const known = outcomes.get(event.outcome_id);
    if (known !== undefined) outcomes.set(known.id, { ...known, isEvaluating: true });
  } else if (event.type === 'span.outcome_evaluation_end') {
    const known = outcomes.get(event.outcome_id);
    const { result, explanation } = event;
    if (known !== undefined)
      outcomes.set(known.id, {
        ...known,
        isEvaluating: false,
        rounds: [...known.rounds, { result, explanation }],
      });
  }
}
