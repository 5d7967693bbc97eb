/** Custom tools of a session: found by name, run once, their results stored before they are sent. */
import type { SessionToolResultBlock } from '@parlance/schemas/managed-agents';
import type { StoredToolResult, ToolLedger } from './tool-ledger.js';

/** What a tool gets besides its input. */
export interface SessionToolContext {
  /** Identifier of the tool use event. */
  readonly toolUseId: string;
  /** Fires when the run is over: aborted, failed, or ended because the session no longer waits for the result. */
  readonly signal: AbortSignal;
}

/** A tool that the caller runs. What `defineTool` of `@parlance/inference` gives is one. */
export interface SessionTool {
  /** What the model is told; only the name counts here. */
  readonly definition: { readonly name: string };
  /**
   * Runs the tool. An error that it throws is told to the agent, and so is a result that can't be sent.
   *
   * @returns Text, or content blocks; anything else becomes text as JSON.
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
      ? failedResult('The call was interrupted by a restart; it may or may not have taken effect.')
      : await run(parts, call);
  await parts.ledger.finish(call.id, result);
  return result;
}

async function run({ tools, signal }: ToolRunnerParts, call: ToolCall): Promise<StoredToolResult> {
  const tool = tools.find(({ definition }) => definition.name === call.name);
  if (tool === undefined) return failedResult(`There is no tool ${call.name}.`);
  try {
    const output: unknown = await tool.call(call.input, { toolUseId: call.id, signal });
    return { content: contentOf(output), is_error: false };
  } catch (error) {
    // A tool that was stopped has no result: the call stays open for whoever goes on.
    if (signal.aborted) throw error;
    return failedResult(error instanceof Error ? error.message : String(error));
  }
}

/** Makes the result of a call that failed. */
export function failedResult(text: string): StoredToolResult {
  return { content: textBlocks(text), is_error: true };
}

function textBlocks(text: string): SessionToolResultBlock[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** Takes what a tool gave through JSON: what can't be sent can't be stored either, and fails here. */
function contentOf(output: unknown): SessionToolResultBlock[] {
  if (output === undefined) return [];
  if (typeof output === 'string') return textBlocks(output);
  const text = JSON.stringify(output) as string | undefined;
  if (text === undefined) throw new TypeError('The tool gave a value that is no JSON.');
  const plain = JSON.parse(text) as unknown;
  return (Array.isArray(plain) ? plain : [plain]).flatMap(block);
}

function block(value: unknown): SessionToolResultBlock[] {
  if (typeof value === 'string') return textBlocks(value);
  if (BLOCKS.has((value as { type?: unknown } | null)?.type)) return [value as SessionToolResultBlock];
  return textBlocks(JSON.stringify(value));
}
