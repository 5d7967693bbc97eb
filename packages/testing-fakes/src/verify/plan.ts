/** Selection of the scenarios to run, and what running them costs. */
import type { Target } from './target.js';
import { memberOf } from '../input/json.js';
import { operationOf, type RuleScenario, type ScenarioStep } from './scenario.js';

/** What a run sends. */
export interface RunPlan {
  readonly scenarios: readonly RuleScenario[];
  readonly requests: number;
  /** Number of model calls, including those of batches. Turns of sessions are not counted. */
  readonly modelCalls: number;
  /** Upper bound of the tokens of these: each byte of their bodies, and the maximum output. */
  readonly maxTokens: number;
  /** Number of requests that start a turn of a session, whose tokens have no bound. */
  readonly sessionTurns: number;
}

/**
 * Selects the scenarios that can be sent. A refused write is a write: the deployment may accept it.
 *
 * @param scenarios - All scenarios.
 * @param keys - Keys of the deployment.
 * @param allowed - Whether to send requests that are not reads, and texts that are commands to the model of an emulator.
 */
export function planRun(
  scenarios: readonly RuleScenario[],
  keys: Target['keys'],
  allowed: { readonly writes: boolean; readonly commands: boolean },
): RunPlan {
  const isSent = (step: ScenarioStep): boolean =>
    (step.key === 'none' || keys[step.key ?? 'api'] !== undefined) &&
    (allowed.writes || isRead(step)) &&
    (allowed.commands || !JSON.stringify(step).includes('"/tool '));
  const selected = scenarios.filter(({ steps }) => steps.every(isSent));
  const steps = selected.flatMap((scenario) => scenario.steps);
  const calls = steps.flatMap(callsOf).filter((body) => outputOf(body) > 0);
  return {
    scenarios: selected,
    requests: steps.length,
    modelCalls: calls.length,
    maxTokens: calls.reduce<number>((sum, body) => sum + inputOf(body) + outputOf(body), 0),
    sessionTurns: steps.filter(({ body }) =>
      /"user\.(?:message|define_outcome)"/.test(JSON.stringify(body) ?? ''),
    ).length,
  };
}

/** Whether a request changes nothing, even if the deployment accepts it: those to paths and methods that no operation has can. */
function isRead(step: ScenarioStep): boolean {
  return step.line.startsWith('GET ') && operationOf(step)?.replay === 'read';
}

/** Returns the bodies of the messages and completions that a step asks a model for. */
function callsOf(step: ScenarioStep): readonly unknown[] {
  const { id, replay } = operationOf(step) ?? {};
  if (id !== 'messages.batches.create') return replay === 'generate' ? [step.body] : [];
  const requests = memberOf(step.body, 'requests');
  return Array.isArray(requests) ? requests.map((request) => memberOf(request, 'params')) : [];
}

function outputOf(body: unknown): number {
  const { max_tokens: messages, max_tokens_to_sample: completion } = (body ?? {}) as Record<string, unknown>;
  const tokens = Number(messages ?? completion);
  return Number.isFinite(tokens) ? Math.max(0, Math.ceil(tokens)) : 0;
}

/** A token has at least one byte, and a character at most four. */
function inputOf(body: unknown): number {
  const text = JSON.stringify(body);
  const repeated = [...text.matchAll(/\*(\d+)\}\}/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  return 4 * (text.length + repeated);
}
