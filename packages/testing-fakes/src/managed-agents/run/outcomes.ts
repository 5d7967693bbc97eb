/**
 * Outcomes: the agent works and the grader evaluates, until the criteria are met or the iterations are used up.
 *
 * Rules: SES-009, SES-011, SES-012, SES-013, SES-014, SES-015, SES-016, SES-017, SES-020.
 */
import type { OutcomeEvaluation, OutcomeResult, UserDefineOutcomeEvent } from '@parlance/schemas';
import { defaultTokenizer } from '../../model/tokens.js';
import { sessionEvents } from '../collections.js';
import { contentOf } from '../../workspace/files.js';
import { primary, emitEvent, type RunContext } from './run-context.js';
import { sessionScenarioOf, takeVerdict } from './scripted-sessions.js';

const DEFAULT_ITERATIONS = 3;

/** Starts the work on an outcome. */
export function startOutcome(context: RunContext, event: UserDefineOutcomeEvent): void {
  const { session } = context;
  session.run.outcome = {
    outcomeId: event.outcome_id,
    maxIterations: event.max_iterations ?? DEFAULT_ITERATIONS,
    evaluationId: null,
    ongoing: 0,
  };
  change(context, { result: 'running' });
  const { world } = context;
  const rubric =
    event.rubric.type === 'text'
      ? event.rubric.content
      : contentOf(world, String(event.rubric.file_id)).toString('utf8');
  primary(context).turns.push({ role: 'user', text: `${event.description}\n\n${rubric}`, results: '' });
}

/** Creates the evaluation entry of a pending outcome. */
export function newEvaluation(outcomeId: string, description: string): OutcomeEvaluation {
  return {
    completed_at: null,
    description,
    explanation: null,
    iteration: 0,
    outcome_id: outcomeId,
    result: 'pending',
    type: 'outcome_evaluation',
  };
}

/** Starts an evaluation by the grader. */
export function startEvaluation(context: RunContext): void {
  const { outcome } = context.session.run;
  if (outcome === null) return;
  const { iteration } = entryOf(context);
  change(context, { result: 'evaluating' });
  outcome.ongoing = sessionScenarioOf(context.world).grader?.[0]?.ongoing ?? 0;
  outcome.evaluationId = emitEvent(context, {
    type: 'span.outcome_evaluation_start',
    outcome_id: outcome.outcomeId,
    iteration,
  });
}

/** Continues an evaluation: the grader reports progress or returns its verdict. */
export function continueEvaluation(context: RunContext): void {
  const { session, world } = context;
  const { outcome } = session.run;
  if (outcome === null) return;
  const { iteration } = entryOf(context);
  if (outcome.ongoing > 0) {
    outcome.ongoing--;
    emitEvent(context, { type: 'span.outcome_evaluation_ongoing', outcome_id: outcome.outcomeId, iteration });
    return;
  }
  const verdict = takeVerdict(world) ?? {
    result: 'satisfied' as const,
    explanation: 'The criteria are met.',
  };
  const isLast = iteration + 1 >= outcome.maxIterations;
  const result = verdict.result === 'needs_revision' && isLast ? 'max_iterations_reached' : verdict.result;
  endEvaluation(context, result, verdict.explanation);
  if (result !== 'needs_revision') return endOutcome(context, result);
  const revision = { role: 'user' as const, text: verdict.explanation, results: '' };
  const thread = primary(context);
  thread.turns.push(revision);
  thread.phase = 'ready';
  change(context, { iteration: iteration + 1, result: 'needs_revision' });
}

/** Marks the outcome as running again when the agent starts a revision. */
export function startRevision(context: RunContext): void {
  if (context.session.run.outcome !== null && entryOf(context).result === 'needs_revision')
    change(context, { result: 'running' });
}

/** Ends the current outcome because the user interrupted it or it failed. */
export function stopOutcome(
  context: RunContext,
  result: 'interrupted' | 'failed',
  explanation: string,
): void {
  const { outcome } = context.session.run;
  if (outcome === null) return;
  if (outcome.evaluationId !== null) endEvaluation(context, result, explanation);
  endOutcome(context, result);
}

/** Discards queued client events. Queued outcomes end as `interrupted`. */
export function dropQueued({ session, world }: RunContext): void {
  for (const id of session.run.queue) {
    const event = world.store.of(sessionEvents, session.id).get(id)?.event;
    const entry =
      event?.type === 'user.define_outcome'
        ? session.outcome_evaluations.find(({ outcome_id }) => outcome_id === event.outcome_id)
        : undefined;
    if (entry !== undefined) Object.assign(entry, { result: 'interrupted', completed_at: world.clock.iso() });
  }
  session.run.queue = [];
}

function endEvaluation(
  context: RunContext,
  result: 'satisfied' | 'needs_revision' | 'failed' | 'max_iterations_reached' | 'interrupted',
  explanation: string,
): void {
  const { outcome } = context.session.run;
  if (outcome === null || outcome.evaluationId === null) return;
  emitEvent(context, {
    type: 'span.outcome_evaluation_end',
    outcome_evaluation_start_id: outcome.evaluationId,
    outcome_id: outcome.outcomeId,
    iteration: entryOf(context).iteration,
    result,
    explanation,
    usage: {
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      input_tokens: primary(context).contextTokens,
      output_tokens: Math.max(1, defaultTokenizer.count(explanation)),
    },
  });
  outcome.evaluationId = null;
  change(context, { explanation });
}

function endOutcome(context: RunContext, result: OutcomeResult): void {
  change(context, { result, completed_at: context.world.clock.iso() });
  context.session.run.outcome = null;
}

function entryOf({ session }: RunContext): OutcomeEvaluation {
  const id = session.run.outcome?.outcomeId;
  return session.outcome_evaluations.find((entry) => entry.outcome_id === id) as OutcomeEvaluation;
}

function change(context: RunContext, changes: Partial<OutcomeEvaluation>): void {
  Object.assign(entryOf(context), changes);
}
