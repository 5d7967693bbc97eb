/** Custom tools of a session: found by name, run once, their results stored before they are sent. */
import type { SessionToolResultBlock } from '@parlance/schemas';
import type { StoredToolResult, ToolLedger } from './tool-ledger.js';

/** What a tool gets besides its input. */
export interface SessionToolContext {
  /** Identifier of the tool use event. */
  readonly toolUseId: string;
  /** Fires when the run is aborted. */
  readonly signal: AbortSignal;
}

/** A tool that the caller runs. What `defineTool` of `@parlance/inference` gives is one. */
export interface SessionTool {
  /** What the model is told; only the name counts here. */
  readonly definition: { readonly name: string };
  /**
   * Runs the tool. An error that it throws is told to the agent.
   *
   * @returns Text, or content blocks.
   */
  call(input: unknown, context: SessionToolContext): Promise<string | readonly object[]>;
}

/** A call to be answered. */
export interface ToolCall {
  /** Identifier of the tool use event. */
  readonly id: string;
  /** Name of the tool. */
  readonly name: string;
  /** Its input. */
  readonly input: unknown;
}

/** What answers calls. */
export interface ToolRunnerParts {
  readonly tools: readonly SessionTool[];
  readonly ledger: ToolLedger;
  /** What is done about a call that was begun before and has no result. */
  readonly interruptedCalls: 'report' | 'rerun';
  readonly signal: AbortSignal;
}

const BLOCKS: ReadonlySet<unknown> = new Set(['text', 'image', 'document', 'search_result']);

/**
 * Gives the result of a call: the stored one, or that of running the tool.
 *
 * @param parts - See {@link ToolRunnerParts}.
 * @param call - The call.
 */
export async function resultOf(parts: ToolRunnerParts, call: ToolCall): Promise<StoredToolResult> {
  const known = await parts.ledger.begin(call.id);
  if (known?.state === 'finished') return known.result;
  const result =
    known?.state === 'started' && parts.interruptedCalls === 'report'
      ? failed('The call was interrupted by a restart; it may or may not have taken effect.')
      : await run(parts, call);
  await parts.ledger.finish(call.id, result);
  return result;
}

async function run({ tools, signal }: ToolRunnerParts, call: ToolCall): Promise<StoredToolResult> {
  const tool = tools.find(({ definition }) => definition.name === call.name);
  if (tool === undefined) return failed(`There is no tool ${call.name}.`);
  try {
    const output = await tool.call(call.input, { toolUseId: call.id, signal });
    return { content: typeof output === 'string' ? textBlocks(output) : output.map(block), is_error: false };
  } catch (error) {
    // A tool that was stopped has no result: the call stays open for whoever goes on.
    if (signal.aborted) throw error;
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function failed(text: string): StoredToolResult {
  return { content: textBlocks(text), is_error: true };
}

function textBlocks(text: string): SessionToolResultBlock[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function block(value: object): SessionToolResultBlock {
  if (BLOCKS.has((value as { type?: unknown }).type)) return value as SessionToolResultBlock;
  return { type: 'text', text: JSON.stringify(value) };
}
