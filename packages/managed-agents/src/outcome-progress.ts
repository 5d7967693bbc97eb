import type { OpenEnum } from '@parlance/schemas';
import type { OutcomeVerdict, SessionEvent } from '@parlance/schemas/managed-agents';

/** How the work on an outcome stands, as events tell. */
export interface OutcomeProgress {
  /** Identifier, `outc_...`. */
  readonly id: string;
  /** What the agent is to produce. */
  readonly description: string;
  /** Largest number of rounds. */
  readonly maxRounds: number;
  /** What the grader has said, oldest first. */
  readonly rounds: readonly OutcomeRound[];
  /** Whether the grader looks at the work now. */
  readonly isEvaluating: boolean;
}

/** What the grader said of one round. */
export interface OutcomeRound {
  /** Verdict. */
  readonly result: OpenEnum<OutcomeVerdict>;
  /** The grader's words. */
  readonly explanation: string;
}

/** Rounds of an outcome that says nothing of them. */
const DEFAULT_ROUNDS = 3;

/**
 * Takes note of an event that tells of an outcome; others change nothing.
 *
 * @param event - The event.
 * @param outcomes - What is known so far, by id.
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
