/** Custom tools of a session, and the conversion of their results. */
import { ConfigError } from '@parlance/core-transport';
import {
  checkRecord,
  duration,
  requireFunction,
  requireObject,
  requireText,
} from '@parlance/core-transport/internal';
import type { SessionToolResultBlock } from '@parlance/schemas/managed-agents';
import type { StoredToolResult } from './tool-ledger.js';

/** Context of a tool call. */
export interface SessionToolContext {
  /** Identifier of the session. */
  readonly sessionId: string;
  /** Identifier of the thread that made the call; null for the primary thread. */
  readonly threadId: string | null;
  /** Identifier of the tool use event. Use it as an idempotency key for the effects of the tool. */
  readonly toolUseId: string;
  /**
   * Number of the attempt to run this call, starting at 1. Greater than 1 only after a released or interrupted
   * attempt.
   */
  readonly attempt: number;
  /**
   * Aborted when the result is no longer needed: the run was aborted or has ended, the user interrupted the session,
   * another client sent a result, or the timeout has passed.
   */
  readonly signal: AbortSignal;
}

/** A tool that runs in your process. Create one with `defineTool` from `@parlance/inference`. */
export interface SessionTool {
  /** Definition of the tool. Only the name is used here. */
  readonly definition: { readonly name: string };
  /** Timeout of a call in milliseconds. Defaults to the `toolTimeoutMs` option of the run. */
  readonly timeoutMs?: number | undefined;
  /**
   * Runs the tool. The agent receives the returned value, or the message of a thrown error as an error result.
   *
   * When `context.signal` has fired, a tool that throws is taken to have had no effect: its call is released, and another
   * run may call it again. A tool that may have had an effect should return a result instead.
   *
   * @returns Text or content blocks. Any other value is sent as JSON.
   */
  call(input: unknown, context: SessionToolContext): Promise<string | readonly object[]>;
}

const BLOCKS: ReadonlySet<unknown> = new Set(['text', 'image', 'document', 'search_result']);

/**
 * Indexes tools by name.
 *
 * @throws {ConfigError} When a tool is malformed, or two have the same name.
 */
export function toolsByName(tools: readonly SessionTool[]): ReadonlyMap<string, SessionTool> {
  const byName = new Map<string, SessionTool>();
  for (const [index, tool] of tools.entries()) {
    const option = `tools.${index}`;
    requireObject(option, tool);
    const { definition, call, timeoutMs } = tool;
    requireObject(`${option}.definition`, definition);
    const { name } = definition;
    requireText(`${option}.definition.name`, name);
    requireFunction(`${option}.call`, call);
    checkRecord(option, { timeoutMs }, { timeoutMs: duration });
    if (byName.has(name))
      throw new ConfigError(option, `${option}: tool names must be unique, but "${name}" is used twice`);
    byName.set(name, tool);
  }
  return byName;
}

/** Creates the error result that reports a failure to the agent. */
export function failedResult(text: string): StoredToolResult {
  return { content: textBlocks(text), is_error: true };
}

/**
 * Converts the return value of a tool.
 *
 * @throws {TypeError} When the value is not JSON-serializable.
 */
export function resultOf(output: unknown): StoredToolResult {
  return { content: contentOf(output), is_error: false };
}

function textBlocks(text: string): SessionToolResultBlock[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function contentOf(output: unknown): SessionToolResultBlock[] {
  if (output === undefined) return [];
  if (typeof output === 'string') return textBlocks(output);
  // The round trip through JSON ensures that the result can be stored and sent.
  const text = JSON.stringify(output) as string | undefined;
  if (text === undefined) throw new TypeError('The tool returned a value that is not JSON-serializable.');
  const plain = JSON.parse(text) as unknown;
  return (Array.isArray(plain) ? plain : [plain]).flatMap(block);
}

function block(value: unknown): SessionToolResultBlock[] {
  if (typeof value === 'string') return textBlocks(value);
  if (BLOCKS.has((value as { type?: unknown } | null)?.type)) return [value as SessionToolResultBlock];
  return textBlocks(JSON.stringify(value));
}
