import type { OutcomeProgress, OutcomeRound } from '@parlance/managed-agents';
import type { OutcomeEvaluation } from '@parlance/schemas';
import { Icon } from '../ui/icon.js';
import { statusOf } from '../ui/status.js';

interface Props {
  readonly outcomes: readonly OutcomeProgress[];
  /** Evaluations from the session itself, the only source for outcomes that ended without a grader. */
  readonly entries: readonly OutcomeEvaluation[];
}

/** The outcomes of a session, with the grader's explanation of each round. */
export function Outcomes({ outcomes, entries }: Props) {
  return outcomes.map((outcome) => (
    <Outcome
      key={outcome.id}
      outcome={outcome}
      entry={entries.find(({ outcome_id }) => outcome_id === outcome.id)}
    />
  ));
}

function Outcome(props: {
  readonly outcome: OutcomeProgress;
  readonly entry: OutcomeEvaluation | undefined;
}) {
  const { description, maxRounds: most, rounds, isEvaluating } = props.outcome;
  const last = rounds.at(-1);
  const isDone = last !== undefined && last.result !== 'needs_revision';
  const ended = props.entry?.completed_at == null ? undefined : props.entry.result;
  const result = isDone ? last.result : ended;
  const [state, tone = ''] =
    result !== undefined
      ? statusOf('outcome', result)
      : [isEvaluating ? 'being graded' : 'in progress', 'accent'];
  return (
    <section className="outcome" aria-label={`Outcome ${description}`}>
      <div className="row">
        <Icon name="check" size={16} />
        <strong>{description}</strong>
        <span className={`chip ${tone}`} role="status">
          {state}
        </span>
        <span className="muted small numbers">
          round {Math.min(rounds.length + (result === undefined ? 1 : 0), most) || 1} of {most}
        </span>
      </div>
      <div className="bar" aria-hidden="true">
        <div style={{ inlineSize: `${(100 * (result === undefined ? rounds.length : most)) / most}%` }} />
      </div>
      <ol className="stack tight-stack" aria-label="Rounds">
        {rounds.map((round, index) => (
          <Round key={index} number={index + 1} round={round} />
        ))}
      </ol>
    </section>
  );
}

function Round({ number, round }: { readonly number: number; readonly round: OutcomeRound }) {
  return (
    <li className="small muted">
      <span className="numbers">Round {number}</span>, {statusOf('outcome', round.result)[0]}:{' '}
      {round.explanation}
    </li>
  );
}
