/** The agent loop, independent of how replies are created. */
import { AbortedError, ConfigError } from '@parlance/core-transport';
import { createMessage } from '@parlance/schemas/inference';
import type {
  Message,
  MessageParam,
  Tool,
  ToolResultBlockParam,
  ToolUseBlock,
  Usage,
} from '@parlance/schemas/inference';
import type { MessageParams } from '../messages.js';
import { sumUsage } from '../sum-usage.js';
import { checkRunParams } from './check-run-params.js';
import type { RunnableTool } from './define-tool.js';
import { TurnLimitError, type ToolRun, type ToolRunParams, type ToolStep } from './tool-run.js';

const MAX_TURNS = 20;

/** Options for {@link toolLoop}. */
export interface ToolLoopParts<U> {
  readonly params: ToolRunParams;
  /** Maximum number of replies. Default 20. */
  readonly maxTurns: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** Creates a reply. A generator can yield updates while the reply arrives. */
  readonly createReply: (
    request: MessageParams,
    turn: number,
  ) => PromiseLike<Message> | AsyncGenerator<U, Message, undefined>;
}

/** Emitted when all tools of a turn have finished. */
export interface ToolStepUpdate extends ToolStep {
  readonly type: 'step';
}

/**
 * Creates replies and runs the tools they call until the model stops.
 *
 * @param parts - See {@link ToolLoopParts}.
 */
export async function* toolLoop<U>({
  params,
  maxTurns = MAX_TURNS,
  signal,
  createReply,
}: ToolLoopParts<U>): AsyncGenerator<U | ToolStepUpdate, ToolRun, undefined> {
  checkRunParams(params);
  if (!(maxTurns >= 1)) throw new ConfigError('maxTurns', 'maxTurns must be a number of at least 1');
  const runnable = new Map(params.tools.filter(isRunnable).map((tool) => [tool.definition.name, tool]));
  const tools = params.tools.map((tool) => (isRunnable(tool) ? tool.definition : tool));
  const defined = new Set(tools.map((tool) => ('name' in tool ? tool.name : undefined)));
  const messages: MessageParam[] = [...params.messages];
  let usage: Usage | undefined;
  for (let turn = 0; ; turn++) {
    const reply = createReply({ ...params, tools, messages }, turn);
    const message = 'next' in reply ? yield* reply : await reply;
    usage = usage === undefined ? message.usage : sumUsage([usage, message.usage]);
    messages.push({ role: 'assistant', content: message.content });
    const calls = message.stop_reason === 'tool_use' ? message.content.filter(isToolUse) : [];
    const isOver = calls.some((use) => defined.has(use.name) && !runnable.has(use.name));
    const results = isOver ? [] : await runAll(calls, runnable, signal);
    yield { type: 'step', turn, message, results };
    // Also before a TurnLimitError: its messages could not be sent back if a call lacked its result.
    if (results.length > 0) messages.push({ role: 'user', content: results });
    const run: ToolRun = { message, messages, usage, turns: turn + 1 };
    if (results.length === 0 && message.stop_reason !== 'pause_turn') return run;
    if (turn + 1 >= maxTurns) throw new TurnLimitError(run);
  }
}

/** Runs all calls in parallel. An abort does not wait for tools that ignore the signal. */
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
  if (tool === undefined)
    return { ...result, content: `tool "${use.name}" is not available`, is_error: true };
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
