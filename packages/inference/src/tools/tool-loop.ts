/** The agent loop, independent of how replies are created. */
import type { TelemetryRunSpan } from '@parlance/core-transport';
import { guarded } from '@parlance/core-transport/internal';
import type { Message, ToolResultBlockParam, ToolUseBlock } from '@parlance/schemas/inference';
import type { MessageParams } from '../messages.js';
import { readOutput, repairRequest } from '../output/output-result.js';
import { withFormat } from '../output/structured-output.js';
import { prepareTurn, toolsOf, type OfferedTools } from './prepare-step.js';
import { notRun, runCalls, type CallOutcomes } from './run-calls.js';
import { generatorWithin, within } from './run-trace.js';
import type { SplitOptions } from './tool-loop-options.js';
import type { ToolRunCheckpoint } from './tool-run-checkpoint.js';
import { ToolRunState } from './tool-run-state.js';
import {
  ToolRunOutputError,
  TurnLimitError,
  type ToolRun,
  type ToolRunParams,
  type ToolRunProgress,
  type ToolStep,
} from './tool-run.js';
import type { CompiledSchema } from '../value-schema/value-schema.js';

/** Options for {@link toolLoop}. */
export interface ToolLoopParts<T, U> {
  readonly params: ToolRunParams;
  readonly options: SplitOptions;
  /** Schema of the structured output; undefined for none. */
  readonly schema: CompiledSchema<T> | undefined;
  /** Creates a reply. A generator can yield updates while the reply arrives. */
  readonly createReply: (
    request: MessageParams,
    turn: number,
  ) => PromiseLike<Message> | AsyncGenerator<U, Message, undefined>;
  /** Span of the run; undefined without telemetry. */
  readonly span: TelemetryRunSpan | undefined;
}

/** Emitted when all tools of a turn have finished, after the checkpoint with their results. */
export interface ToolStepUpdate extends ToolStep {
  readonly type: 'step';
}

/** Emitted when the run can be resumed from here: before the tools of a turn run, and after each turn. */
export interface ToolCheckpointUpdate {
  readonly type: 'checkpoint';
  /** 0-based number of the turn. */
  readonly turn: number;
  /** The checkpoint, with the whole conversation. Store it; do not forward it to browsers. */
  readonly checkpoint: ToolRunCheckpoint;
}

/** Emitted before a run ends because calls wait for approval. Resume it from the checkpoint before it, with `approve`. */
export interface ToolApprovalUpdate {
  readonly type: 'approval';
  /** 0-based number of the turn. */
  readonly turn: number;
  /** The calls of tools with `approval` that have no result. */
  readonly calls: readonly ToolUseBlock[];
}

/** Updates of the loop itself. */
export type ToolLoopUpdate = ToolStepUpdate | ToolCheckpointUpdate | ToolApprovalUpdate;

/**
 * Creates replies and runs the tools they call until the model stops, a condition is met, or calls are left to the caller.
 *
 * @param parts - See {@link ToolLoopParts}.
 */
export async function* toolLoop<T, U>(
  parts: ToolLoopParts<T, U>,
): AsyncGenerator<U | ToolLoopUpdate, ToolRun<T>, undefined> {
  let state: ToolRunState | undefined;
  let error: unknown;
  try {
    state = new ToolRunState(parts.params.messages, parts.options.run);
    return yield* turnsOf(parts, state);
  } catch (thrown) {
    error = thrown;
    throw thrown;
  } finally {
    const { usage, message } = state?.progress ?? {};
    guarded(() => parts.span?.end({ usage, stopReason: message?.stop_reason ?? undefined, error }));
  }
}

async function* turnsOf<T, U>(
  parts: ToolLoopParts<T, U>,
  state: ToolRunState,
): AsyncGenerator<U | ToolLoopUpdate, ToolRun<T>, undefined> {
  const { params, options, schema, createReply, span } = parts;
  const { run: settings } = options;
  let offered: OfferedTools = toolsOf(params.tools);
  let ownResults = settings.toolResults ?? [];
  let repairs = settings.repair === true ? 1 : 0;
  for (;;) {
    if (state.openCalls.length > 0) {
      const { step, failure } = await callTools(state, offered, parts, ownResults);
      ownResults = [];
      if (failure === undefined || step.results.length > 0) yield* endTurn(state, step);
      if (failure !== undefined) throw failure.error;
      if (state.openCalls.length > 0) return yield* pendingRun(state, offered);
    } else if (state.isOver) {
      const end = await completeRun(state, schema, repairs > 0 && state.turns < settings.maxTurns);
      if (typeof end !== 'string') return end;
      repairs -= 1;
      state.addUserTurn(end);
    } else {
      const run = state.progress;
      if (run !== undefined && run.turns >= settings.maxTurns) throw new TurnLimitError(run);
      const turn = await prepareTurn(params, settings.prepareStep, {
        turn: state.turns,
        messages: state.messages,
        run,
      });
      if (turn.messages !== undefined) state.replaceMessages(turn.messages);
      offered = turn;
      const request = schema === undefined ? turn.request : withFormat(turn.request, schema);
      const reply = within(span, () => createReply(request, state.turns));
      state.addReply('next' in reply ? yield* generatorWithin(span, reply) : await reply);
      if (state.openCalls.length > 0) {
        yield checkpointOf(state);
        continue;
      }
      yield* endTurn(state, state.endStep([]));
    }
    if (!state.isOver && (await isStopped(state, settings.stopWhen)))
      return { ...progressOf(state), reason: 'stop_condition' };
  }
}

/** The checkpoint comes first: if the consumer of the step throws, the tools of the turn do not run again. */
function* endTurn(state: ToolRunState, step: ToolStep): Generator<ToolLoopUpdate, void> {
  yield checkpointOf(state);
  yield { type: 'step', ...step };
}

/** Runs the open calls, except those that the caller has results for. */
async function callTools(
  state: ToolRunState,
  offered: OfferedTools,
  { options: { run, call }, span }: Pick<ToolLoopParts<unknown, unknown>, 'options' | 'span'>,
  ownResults: readonly ToolResultBlockParam[],
): Promise<{ readonly step: ToolStep; readonly failure: CallOutcomes['failure'] }> {
  const open = state.openCalls;
  if (state.isCutOff) return { step: state.endStep(open.map(notRun)), failure: undefined };
  const own = ownResults.filter((result) => open.some(({ id }) => id === result.tool_use_id));
  const calls = open.filter(({ id }) => !own.some((result) => result.tool_use_id === id));
  const { results, failure } = await runCalls(calls, {
    ...offered,
    span,
    approve: run.approve,
    maxParallelTools: run.maxParallelTools,
    toolTimeoutMs: run.toolTimeoutMs,
    onToolError: run.onToolError,
    signal: call.signal ?? new AbortController().signal,
    turn: state.turns - 1,
  });
  return { step: state.endStep(results, own), failure };
}

/** Returns the completed run, or a request to repair its output. */
async function completeRun<T>(
  state: ToolRunState,
  schema: CompiledSchema<T> | undefined,
  mayRepair: boolean,
): Promise<ToolRun<T> | string> {
  const run = progressOf(state);
  // Without a schema the type of the output is undefined.
  if (schema === undefined) return { ...run, reason: 'completed', output: undefined as T };
  const result = await readOutput(run.message, schema);
  if (result.status === 'ok') return { ...run, reason: 'completed', output: result.value };
  const text = mayRepair ? repairRequest(result) : undefined;
  if (text === undefined) throw new ToolRunOutputError(run, result);
  return text;
}

function* pendingRun(
  state: ToolRunState,
  { tools }: OfferedTools,
): Generator<ToolLoopUpdate, ToolRun<never>> {
  const calls = state.openCalls.filter(({ name }) => tools.has(name));
  if (calls.length > 0) yield { type: 'approval', turn: state.turns - 1, calls };
  return {
    ...progressOf(state),
    reason: 'pending_calls',
    pendingCalls: state.openCalls,
    pendingResults: state.results,
  };
}

async function isStopped(state: ToolRunState, conditions: SplitOptions['run']['stopWhen']): Promise<boolean> {
  const run = progressOf(state);
  for (const condition of conditions) if (await condition(run)) return true;
  return false;
}

function checkpointOf(state: ToolRunState): ToolCheckpointUpdate {
  return { type: 'checkpoint', turn: state.turns - 1, checkpoint: progressOf(state).checkpoint };
}

/** Called after the first reply only. */
function progressOf(state: ToolRunState): ToolRunProgress {
  return state.progress as ToolRunProgress;
}
