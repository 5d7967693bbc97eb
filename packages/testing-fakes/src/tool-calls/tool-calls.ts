/** The tool calls of a world: what its model asked for, and what the application answered. */
import type { ContentBlock, MessageCreateParams, SessionEvent } from '@parlance/schemas';
import type { World } from '../world/world.js';

/** A tool call. */
export interface ToolCall {
  /** Id of the call, for example `toolu_…` or `sevt_…`. */
  readonly id: string;
  /** Name of the tool. */
  readonly name: string;
  /** Input of the tool. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Session of the call; null in a message. */
  readonly sessionId: string | null;
  /** `none`: no result was sent; `error`: the last result that was sent is an error. */
  readonly result: 'none' | 'ok' | 'error';
}

/** Calls of a world that are kept. Beyond it, the oldest is dropped. */
const CAPACITY = 10_000;

const SESSION_CALLS: ReadonlySet<string> = new Set([
  'agent.tool_use',
  'agent.custom_tool_use',
  'agent.mcp_tool_use',
]);

type Calls = Map<string, ToolCall>;

const callsOf = ({ whole }: World): Calls => whole.local('tool-calls', () => new Map());

/** Returns the tool calls of a world, oldest first. */
export function toolCallsOf(world: World): readonly ToolCall[] {
  return [...callsOf(world).values()];
}

/** Notes the results in the params of a message, and the calls in its content. */
export function noteMessage(
  world: World,
  { messages }: MessageCreateParams,
  content: readonly ContentBlock[],
): void {
  for (const { content: sent } of messages)
    for (const block of typeof sent === 'string' ? [] : sent)
      if (block.type === 'tool_result') noteResult(world, block.tool_use_id, block.is_error);
  for (const block of content) {
    if (block.type === 'tool_use' || block.type === 'server_tool_use' || block.type === 'mcp_tool_use')
      noteCall(world, { ...block, sessionId: null });
    // The service runs its own tools, and sends their results in the same message.
    if ('tool_use_id' in block) noteResult(world, String(block.tool_use_id), isFailure(block));
  }
}

function isFailure(block: ContentBlock): boolean {
  const { is_error: isError, content } = block as { readonly is_error?: boolean; readonly content?: unknown };
  return isError === true || String((Object(content) as { type?: unknown }).type).endsWith('_error');
}

/** Notes an event of a session that is a call or a result. */
export function noteEvent(world: World, sessionId: string, event: SessionEvent): void {
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  if (SESSION_CALLS.has(event.type)) noteCall(world, { ...(fields as unknown as ToolCall), sessionId });
  const answered = fields['tool_use_id'] ?? fields['custom_tool_use_id'] ?? fields['mcp_tool_use_id'];
  if (event.type.endsWith('tool_result') && typeof answered === 'string')
    noteResult(world, answered, fields['is_error']);
}

function noteCall(world: World, { id, name, input, sessionId }: Omit<ToolCall, 'result'>): void {
  const calls = callsOf(world);
  // An event is recorded again when it changes.
  if (!calls.has(id)) calls.set(id, { id, name, input, sessionId, result: 'none' });
  const [oldest] = calls.keys();
  if (calls.size > CAPACITY && oldest !== undefined) calls.delete(oldest);
}

function noteResult(world: World, id: string, isError: unknown): void {
  const calls = callsOf(world);
  const call = calls.get(id);
  if (call !== undefined) calls.set(id, { ...call, result: isError === true ? 'error' : 'ok' });
}
