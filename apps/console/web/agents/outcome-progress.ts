import type { SessionEvent } from '@parlance/schemas';

/** How an outcome stands, as its events tell. */
export interface OutcomeProgress {
  readonly id: string;
  readonly description: string;
  /** Most rounds that it may take. */
  readonly most: number;
  readonly rounds: readonly OutcomeRound[];
  readonly isEvaluating: boolean;
}

/** What the grader said of one round. */
export interface OutcomeRound {
  readonly result: string;
  readonly explanation: string;
}

/** Rounds of an outcome that says nothing of them. */
export const STANDARD_ROUNDS = 3;

/** Takes note of an event that tells of an outcome; others change nothing. */
export function readOutcome(event: SessionEvent, outcomes: Map<string, OutcomeProgress>): void {
  if (event.type === 'user.define_outcome') {
    const { outcome_id: id, description, max_iterations } = event;
    const most = max_iterations ?? STANDARD_ROUNDS;
    outcomes.set(id, { id, description, most, rounds: [], isEvaluating: false });
    return;
  }
  if (!event.type.startsWith('span.outcome_evaluation_')) return;
  const known = outcomes.get((event as { outcome_id: string }).outcome_id);
  if (known === undefined) return;
  outcomes.set(known.id, {
    ...known,
    isEvaluating: event.type !== 'span.outcome_evaluation_end',
    rounds:
      event.type === 'span.outcome_evaluation_end'
        ? [...known.rounds, { result: event.result, explanation: event.explanation }]
        : known.rounds,
  });
}
