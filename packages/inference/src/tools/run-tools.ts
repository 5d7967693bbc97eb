/** The loop of an agent: ask, run the tools that the model calls, answer, until it stops. */
import { AbortedError, brandError, ParlanceError, type CallOptions } from '@parlance/core-transport';
import { createMessage } from '@parlance/schemas';
import type {
  Message,
  MessageParam,
  Tool,
  ToolResultBlockParam,
  ToolUseBlock,
  Usage,
} from '@parlance/schemas';
import type { InferenceClient } from '../inference-client.js';
import type { MessageStream } from '../message-stream.js';
import type { MessageParams } from '../messages.js';
import { sumUsage } from '../sum-usage.js';
import type { RunnableTool } from './define-tool.js';

/** Parameters of a run: those of a message, its tools with the functions behind them. */
export type ToolRunParams = Omit<MessageParams, 'tools'> & {
  /** Tools to run, and definitions of tools that the service or the caller runs. */
  readonly tools: readonly (RunnableTool | Tool)[];
};

/** One turn of a run. */
export interface ToolStep {
  /** 0-based number of the turn. */
  readonly turn: number;
  /** The reply. */
  readonly message: Message;
  /** Results of the tools that it called, in the order of the calls; empty when it called none. */
  readonly results: readonly ToolResultBlockParam[];
}

/** Options of {@link runTools}. */
export interface ToolRunOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Most replies. Default 20. */
  readonly maxTurns?: number | undefined;
  /** Streams each reply, and gets the stream before it is consumed; listen to it with `on`. Default: no streaming. */
  readonly onStream?: ((stream: MessageStream, turn: number) => void) | undefined;
  /** Called after each turn, with the results of its tools. */
  readonly onStep?: ((step: ToolStep) => void | Promise<void>) | undefined;
}

/** What a run gave. */
export interface ToolRun {
  /** The last reply. Its `stop_reason` is `tool_use` when it calls a tool that the caller has to run. */
  readonly message: Message;
  /** The whole conversation, the last reply included: send it back with another user turn to go on. */
  readonly messages: MessageParam[];
  /** Usage of all replies together. */
  readonly usage: Usage;
  /** Number of replies. */
  readonly turns: number;
}

/** The model called tools more often than {@link ToolRunOptions.maxTurns} allows. */
export class TurnLimitError extends ParlanceError {
  /** What there was by then. */
  readonly run: ToolRun;

  static {
    brandError(this, 'TurnLimitError');
  }

  /** @param run - What there was by then. */
  constructor(run: ToolRun) {
    super('turn_limit', `the model did not come to an end within ${run.turns} turns`);
    this.run = run;
    Object.defineProperty(this, 'run', { enumerable: false });
  }
}

/**
 * Asks the model, runs the tools that it calls, in parallel, sends back what they gave, until it stops. A tool that
 * fails, does not exist or gets a bad input gives a result with `is_error`. A paused turn is continued.
 *
 * @param client - Client.
 * @param params - See {@link ToolRunParams}.
 * @param options - See {@link ToolRunOptions}.
 * @throws {TurnLimitError} When it does not stop in time.
 * @throws {AbortedError} When the signal fires, while a tool runs too.
 * @throws {ApiError} When the service refuses or fails; {@link StreamError} when a stream breaks.
 */
export async function runTools(
  client: Pick<InferenceClient, 'messages'>,
  params: ToolRunParams,
  options: ToolRunOptions = {},
): Promise<ToolRun> {
  const { maxTurns = 20, onStream, onStep, ...call } = options;
  const runnable = new Map(params.tools.filter(isRunnable).map((tool) => [tool.definition.name, tool]));
  const tools = params.tools.map((tool) => (isRunnable(tool) ? tool.definition : tool));
  const given = new Set(tools.map((tool) => ('name' in tool ? tool.name : undefined)));
  const messages: MessageParam[] = [...params.messages];
  let usage: Usage | undefined;
  for (let turn = 0; ; turn++) {
    const request = { ...params, tools, messages };
    const message = await ask(client, request, { call, onStream, turn });
    usage = usage === undefined ? message.usage : sumUsage([usage, message.usage]);
    messages.push({ role: 'assistant', content: message.content });
    const run: ToolRun = { message, messages, usage, turns: turn + 1 };
    const calls = message.stop_reason === 'tool_use' ? message.content.filter(isToolUse) : [];
    const isOver = calls.some((use) => given.has(use.name) && !runnable.has(use.name));
    const results = isOver ? [] : await runAll(calls, runnable, options.signal);
    await onStep?.({ turn, message, results });
    if (results.length === 0 && message.stop_reason !== 'pause_turn') return run;
    if (turn + 1 >= maxTurns) throw new TurnLimitError(run);
    if (results.length > 0) messages.push({ role: 'user', content: results });
  }
}

interface Asking {
  readonly call: CallOptions;
  readonly onStream: ToolRunOptions['onStream'];
  readonly turn: number;
}

function ask(
  client: Pick<InferenceClient, 'messages'>,
  request: MessageParams,
  { call, onStream, turn }: Asking,
): PromiseLike<Message> {
  if (onStream === undefined) return client.messages.create(request, call);
  const stream = client.messages.stream(request, call);
  onStream(stream, turn);
  return stream.finalMessage();
}

/** Runs all calls at once. Whoever aborts does not wait for a tool that takes no notice. */
async function runAll(
  calls: readonly ToolUseBlock[],
  tools: ReadonlyMap<string, RunnableTool>,
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolResultBlockParam[]> {
  const all = Promise.all(calls.map((use) => runOne(use, tools, signal)));
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    const facts = { operation: createMessage.id, attempts: [], requestId: null };
    reject(new AbortedError(facts, signal.reason));
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([all, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function runOne(
  use: ToolUseBlock,
  tools: ReadonlyMap<string, RunnableTool>,
  signal: AbortSignal,
): Promise<ToolResultBlockParam> {
  const result = { type: 'tool_result' as const, tool_use_id: use.id };
  const tool = tools.get(use.name);
  if (tool === undefined) return { ...result, content: `There is no tool ${use.name}.`, is_error: true };
  try {
    return { ...result, content: await tool.call(use.input, { toolUseId: use.id, signal }) };
  } catch (error) {
    return { ...result, content: error instanceof Error ? error.message : String(error), is_error: true };
  }
}

function isRunnable(tool: RunnableTool | Tool): tool is RunnableTool {
  return 'definition' in tool;
}

function isToolUse(block: Message['content'][number]): block is ToolUseBlock {
  return block.type === 'tool_use';
}
