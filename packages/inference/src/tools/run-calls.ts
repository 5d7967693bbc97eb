/** Runs the tool calls of one reply. */
import { AbortedError } from '@parlance/core-transport';
import { systemClock } from '@parlance/core-transport/internal';
import { createMessage } from '@parlance/schemas/inference';
import type { ToolResultBlockParam, ToolUseBlock } from '@parlance/schemas/inference';
import { isInvalidInput, type AnyRunnableTool } from './define-tool.js';
import { ParallelLimit } from './parallel-limit.js';
import { readApproval, type ApproveTool, type CallDecision } from './tool-approval.js';
import { errorContent } from './tool-result-error.js';
import type { ToolCallResult } from './tool-run.js';

/** Settings that the calls of a run share. */
export interface CallSettings {
  /** Tools by name. */
  readonly tools: ReadonlyMap<string, AnyRunnableTool>;
  /** Names of client tools that the caller runs. */
  readonly left: ReadonlySet<string>;
  readonly approve: ApproveTool | undefined;
  readonly maxParallelTools: number;
  readonly toolTimeoutMs: number;
  readonly onToolError: ((error: unknown, call: ToolUseBlock) => void) | undefined;
  readonly signal: AbortSignal;
  /** 0-based number of the turn. */
  readonly turn: number;
}

/** The outcome of a call: its result, or undefined when it is left to the caller. */
export type CallOutcome = ToolCallResult | undefined;

/**
 * Runs calls in parallel. An abort does not wait for tools that ignore the signal.
 *
 * @param calls - Tool uses of a reply.
 * @param settings - See {@link CallSettings}.
 * @returns The outcomes, in the order of the calls.
 */
export async function runCalls(
  calls: readonly ToolUseBlock[],
  settings: CallSettings,
): Promise<CallOutcome[]> {
  const { signal } = settings;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void =>
    reject(new AbortedError({ operation: createMessage.id, attempts: [], requestId: null }, signal.reason));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([new CallRunner(settings).runAll(calls), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

class CallRunner {
  readonly #settings: CallSettings;
  readonly #limit: ParallelLimit;
  /** The last question to `approve`: calls are decided one after the other, while other calls run. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(settings: CallSettings) {
    this.#settings = settings;
    this.#limit = new ParallelLimit(settings.maxParallelTools);
  }

  runAll(calls: readonly ToolUseBlock[]): Promise<CallOutcome[]> {
    return Promise.all(calls.map((call) => this.#handle(call)));
  }

  async #handle(call: ToolUseBlock): Promise<CallOutcome> {
    const { tools, left } = this.#settings;
    const tool = tools.get(call.name);
    if (tool === undefined) {
      if (left.has(call.name)) return undefined;
      return resultOf(call, { status: 'unknown_tool', output: `tool "${call.name}" is not available` });
    }
    const decision = await this.#decide(call, tool);
    if (decision.kind === 'leave') return undefined;
    if (decision.kind === 'deny') return resultOf(call, { status: 'denied', output: decision.reason });
    const slot = { key: call.name, limit: tool.maxParallel ?? Infinity };
    return this.#limit.run(slot, () => this.#call({ ...call, input: decision.input }, tool));
  }

  async #decide(call: ToolUseBlock, tool: AnyRunnableTool): Promise<CallDecision> {
    const { approve, turn, signal } = this.#settings;
    const isNeeded =
      typeof tool.approval === 'function' ? await tool.approval(call.input) : tool.approval === true;
    if (!isNeeded) return { kind: 'run', input: call.input };
    if (approve === undefined) return { kind: 'leave' };
    const asked = this.#asked.then(async () => readApproval(await approve(call, { turn, signal }), call));
    this.#asked = asked.catch(() => undefined);
    return asked;
  }

  async #call(call: ToolUseBlock, tool: AnyRunnableTool): Promise<ToolCallResult> {
    const { signal, onToolError } = this.#settings;
    const start = systemClock.now();
    const timeout = new Timeout(tool.timeoutMs ?? this.#settings.toolTimeoutMs, call.name);
    try {
      signal.throwIfAborted();
      const context = { toolUseId: call.id, signal: AbortSignal.any([signal, timeout.signal]) };
      const output = await Promise.race([tool.call(call.input, context), timeout.passed]);
      return resultOf(call, { status: 'completed', output, durationMs: systemClock.now() - start });
    } catch (error) {
      const durationMs = systemClock.now() - start;
      if (!signal.aborted) onToolError?.(error, call);
      const status = timeout.signal.aborted
        ? 'timed_out'
        : isInvalidInput(error)
          ? 'invalid_input'
          : 'failed';
      return resultOf(call, { status, output: errorContent(error), durationMs });
    } finally {
      timeout.clear();
    }
  }
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

interface CallEnd extends Pick<ToolCallResult, 'status' | 'output'> {
  readonly durationMs?: number;
}

function resultOf(call: ToolUseBlock, { status, output, durationMs = 0 }: CallEnd): ToolCallResult {
  return { toolUseId: call.id, name: call.name, input: call.input, output, status, durationMs };
}

/** Returns the block that reports a call to the model. */
export function resultBlock({ toolUseId, output, status }: ToolCallResult): ToolResultBlockParam {
  const block = { type: 'tool_result' as const, tool_use_id: toolUseId, content: output };
  return status === 'completed' ? block : { ...block, is_error: true };
}
