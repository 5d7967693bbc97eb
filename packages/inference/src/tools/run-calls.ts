/** Runs the tool calls of one reply. */
import { AbortedError, type TelemetryRunSpan } from '@parlance/core-transport';
import { guarded, systemClock } from '@parlance/core-transport/internal';
import { createMessage, type ToolResultBlockParam, type ToolUseBlock } from '@parlance/schemas/inference';
import { isInvalidInput, type AnyRunnableTool } from './define-tool.js';
import { readApproval, type ApproveTool, type CallDecision } from './tool-approval.js';
import { within } from './run-trace.js';
import { errorContent } from './tool-result-error.js';
import type { ToolCallResult } from './tool-run.js';

/** Settings that the calls of a run share. */
export interface CallSettings {
  /** Tools by name. */
  readonly tools: ReadonlyMap<string, AnyRunnableTool>;
  /** Names of client tools that the caller runs. */
  readonly left: ReadonlySet<string>;
  /** Span of the run; undefined without telemetry. */
  readonly span: TelemetryRunSpan | undefined;
  readonly approve: ApproveTool | undefined;
  readonly maxParallelTools: number;
  readonly toolTimeoutMs: number;
  readonly onToolError: ((error: unknown, call: ToolUseBlock) => void) | undefined;
  readonly signal: AbortSignal;
  /** 0-based number of the turn. */
  readonly turn: number;
}

/** What became of the calls of a reply. */
export interface CallOutcomes {
  /** Results, in the order of the calls. Calls without one are left to the caller, or a failure prevented them. */
  readonly results: readonly ToolCallResult[];
  /** The first error of a callback, or the abort. The run fails with it, once the results are recorded. */
  readonly failure: { readonly error: unknown } | undefined;
}

/**
 * Runs calls in parallel. Never rejects: what one call or callback throws must not lose the results of other calls, which
 * have had their effects. An abort does not wait for tools that ignore the signal.
 *
 * @param calls - Tool uses of a reply.
 * @param settings - See {@link CallSettings}.
 */
export async function runCalls(
  calls: readonly ToolUseBlock[],
  settings: CallSettings,
): Promise<CallOutcomes> {
  const { signal } = settings;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  // Tools that finished just before the abort get the time to record their results.
  const stop = (): void => void systemClock.setTimer(resolve, 0);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const runner = new CallRunner(settings);
  await Promise.race([runner.runAll(calls), aborted]);
  signal.removeEventListener('abort', stop);
  return runner.outcomes(calls);
}

class CallRunner {
  readonly #settings: CallSettings;
  readonly #limit: ParallelLimit;
  readonly #results = new Map<string, ToolCallResult>();
  #failure: CallOutcomes['failure'];
  /** The last question to `approve`: calls are decided one after the other, while other calls run. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(settings: CallSettings) {
    this.#settings = settings;
    this.#limit = new ParallelLimit(settings.maxParallelTools);
  }

  async runAll(calls: readonly ToolUseBlock[]): Promise<void> {
    await Promise.all(calls.map((call) => this.#handle(call).catch((error: unknown) => this.#fail(error))));
  }

  outcomes(calls: readonly ToolUseBlock[]): CallOutcomes {
    const { signal } = this.#settings;
    if (signal.aborted) {
      const facts = { operation: createMessage.id, attempts: [], requestId: null };
      this.#fail(new AbortedError(facts, signal.reason));
    }
    const results = calls.map(({ id }) => this.#results.get(id)).filter((result) => result !== undefined);
    return { results, failure: this.#failure };
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
  }

  async #handle(call: ToolUseBlock): Promise<void> {
    const result = await this.#resultOf(call);
    if (result !== undefined) this.#results.set(call.id, result);
  }

  /** Returns the result of a call; undefined when it is left to the caller. */
  async #resultOf(call: ToolUseBlock): Promise<ToolCallResult | undefined> {
    const { tools, left, signal } = this.#settings;
    if (signal.aborted) return undefined;
    const tool = tools.get(call.name);
    if (tool === undefined) {
      if (left.has(call.name)) return undefined;
      return resultOf(call, 'unknown_tool', `tool "${call.name}" is not available`);
    }
    const decision = await this.#decide(call, tool);
    if (decision.kind === 'leave') return undefined;
    if (decision.kind === 'deny') return resultOf(call, 'denied', decision.reason);
    const slot = { key: call.name, limit: tool.maxParallel ?? Infinity };
    return this.#limit.run(slot, () => this.#traced({ ...call, input: decision.input }, tool));
  }

  async #decide(call: ToolUseBlock, tool: AnyRunnableTool): Promise<CallDecision> {
    const { approve, turn, signal } = this.#settings;
    const isNeeded =
      typeof tool.approval === 'function' ? await tool.approval(copyOf(call).input) : tool.approval === true;
    if (!isNeeded) return { kind: 'run', input: call.input };
    if (approve === undefined) return { kind: 'leave' };
    const asked = this.#asked.then(async (): Promise<CallDecision> => {
      // The run has failed already: nobody is asked about calls that can be decided when it resumes.
      if (this.#failure !== undefined || signal.aborted) return { kind: 'leave' };
      return readApproval(await approve(copyOf(call), { turn, signal }), call);
    });
    this.#asked = asked.catch((error: unknown) => this.#fail(error));
    return asked;
  }

  async #traced(call: ToolUseBlock, tool: AnyRunnableTool): Promise<ToolCallResult | undefined> {
    const { span } = this.#settings;
    const { id, name, input } = call;
    const toolSpan = guarded(() => span?.startTool({ id, name, input }));
    const result = await within(toolSpan, () => this.#call(call, tool));
    const { output, status = 'aborted' } = result ?? {};
    guarded(() => toolSpan?.end({ output, failure: status === 'completed' ? undefined : status }));
    return result;
  }

  /** Runs a tool. Returns undefined when an abort ended it: whether it had an effect is unknown. */
  async #call(call: ToolUseBlock, tool: AnyRunnableTool): Promise<ToolCallResult | undefined> {
    const { signal } = this.#settings;
    if (signal.aborted) return undefined;
    const start = systemClock.now();
    const timeout = new Timeout(tool.timeoutMs ?? this.#settings.toolTimeoutMs, call.name);
    try {
      const context = { toolUseId: call.id, signal: AbortSignal.any([signal, timeout.signal]) };
      const output = await Promise.race([tool.call(copyOf(call).input, context), timeout.passed]);
      return resultOf(call, 'completed', output, systemClock.now() - start);
    } catch (error) {
      const durationMs = systemClock.now() - start;
      if (signal.aborted) return undefined;
      this.#report(error, call);
      const status = timeout.signal.aborted
        ? 'timed_out'
        : isInvalidInput(error)
          ? 'invalid_input'
          : 'failed';
      return resultOf(call, status, errorContent(error), durationMs);
    } finally {
      timeout.clear();
    }
  }

  #report(error: unknown, call: ToolUseBlock): void {
    try {
      this.#settings.onToolError?.(error, copyOf(call));
    } catch (thrown) {
      this.#fail(thrown);
    }
  }
}

/** The key that a job counts for, and how many jobs of that key may run at the same time. */
interface Slot {
  readonly key: string;
  readonly limit: number;
}

interface Waiting {
  readonly slot: Slot;
  readonly start: () => void;
}

/** Runs jobs within a common limit and a limit per key. Jobs that wait start in order, except those whose key is full. */
class ParallelLimit {
  readonly #limit: number;
  readonly #running: string[] = [];
  readonly #waiting: Waiting[] = [];

  /** @param limit - Maximum number of jobs at the same time. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs a job as soon as there is room for it. */
  async run<T>(slot: Slot, job: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.#waiting.push({ slot, start: resolve });
      this.#startNext();
    });
    try {
      return await job();
    } finally {
      this.#running.splice(this.#running.indexOf(slot.key), 1);
      this.#startNext();
    }
  }

  #startNext(): void {
    const next = this.#waiting.findIndex(({ slot }) => this.#hasRoom(slot));
    if (next < 0) return;
    const [{ slot, start }] = this.#waiting.splice(next, 1) as [Waiting];
    this.#running.push(slot.key);
    start();
    this.#startNext();
  }

  #hasRoom({ key, limit }: Slot): boolean {
    if (this.#running.length >= this.#limit) return false;
    return this.#running.filter((running) => running === key).length < limit;
  }
}

/** Copies a call, so that a tool or a callback that changes its input changes neither the conversation nor other copies. */
function copyOf(call: ToolUseBlock): ToolUseBlock {
  return structuredClone(call);
}

/** The deadline of one call. */
class Timeout {
  readonly #abort: AbortController = new AbortController();
  readonly #timer: unknown;
  /** Rejects when the time has passed. */
  readonly passed: Promise<never>;

  constructor(timeoutMs: number, name: string) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.passed = promise;
    if (timeoutMs === Infinity) return;
    this.#timer = systemClock.setTimer(() => {
      const error = new Error(`tool "${name}" did not finish within ${timeoutMs} ms`);
      this.#abort.abort(error);
      reject(error);
    }, timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  clear(): void {
    systemClock.clearTimer(this.#timer);
  }
}

function resultOf(
  call: ToolUseBlock,
  status: ToolCallResult['status'],
  output: ToolCallResult['output'],
  durationMs = 0,
): ToolCallResult {
  return { toolUseId: call.id, name: call.name, input: call.input, output, status, durationMs };
}

/** Returns the result of a call whose reply was cut off. */
export function notRun(call: ToolUseBlock): ToolCallResult {
  return resultOf(call, 'not_run', 'the reply was cut off; the call did not run');
}

/** Returns the block that reports a call to the model. */
export function resultBlock({ toolUseId, output, status }: ToolCallResult): ToolResultBlockParam {
  const block = { type: 'tool_result' as const, tool_use_id: toolUseId, content: output };
  return status === 'completed' ? block : { ...block, is_error: true };
}
