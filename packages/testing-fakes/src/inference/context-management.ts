/** Context edits, which keep a long conversation within the context window. */
import type {
  ClearThinkingEdit,
  ClearToolUsesEdit,
  CompactEdit,
  CompactionBlock,
  ContentBlockParam,
  ContextManagementResult,
  MessageCountTokensParams,
  MessageParam,
} from '@parlance/schemas';
import { defaultTokenizer } from '../model/tokens.js';
import { segmentsOf } from './request-size.js';

/** A request after its context edits. */
export interface EditedRequest<Body> {
  /** Request body with the edits applied. */
  readonly body: Body;
  /** Applied edits; null if the request did not ask for any. */
  readonly result: ContextManagementResult | null;
  /** Summary that replaces the conversation so far and starts the reply; null if it was not compacted. */
  readonly compaction: Compaction | null;
}

/** Result of compacting a conversation. */
export interface Compaction {
  /** Block with the summary. */
  readonly block: CompactionBlock;
  /** Whether the reply ends after the summary. */
  readonly pauses: boolean;
  /** Input tokens of the summarized conversation. */
  readonly inputTokens: number;
  /** Tokens of the summary. */
  readonly outputTokens: number;
}

const DEFAULT_TRIGGER = 100_000;
const DEFAULT_COMPACTION_TRIGGER = 150_000;
const DEFAULT_KEPT_TOOL_USES = 3;
/** Replacement for cleared content. */
const CLEARED = '[cleared]';

type Applied = ContextManagementResult['applied_edits'][number];

/**
 * Applies the context edits of a request, and drops everything before the summary of an earlier reply.
 *
 * @param body - Body of the request.
 */
export function editContext<Body extends MessageCountTokensParams>(body: Body): EditedRequest<Body> {
  let edited: Body = { ...body, messages: sinceCompaction(body.messages) };
  if (body.context_management == null) return { body: edited, result: null, compaction: null };
  const applied: Applied[] = [];
  let compaction: Compaction | null = null;
  for (const edit of body.context_management.edits ?? []) {
    if (edit.type === 'compact_20260112') {
      compaction = compact(edited, edit);
      if (compaction !== null) edited = { ...edited, messages: compacted(edited.messages, compaction) };
      continue;
    }
    const before = tokensOf(edited);
    const next =
      edit.type === 'clear_tool_uses_20250919'
        ? clearToolUses(edited, edit, before)
        : clearThinking(edited, edit);
    if (next === undefined) continue;
    const cleared = before - tokensOf({ ...edited, messages: next.messages });
    if (cleared < next.atLeast) continue;
    edited = { ...edited, messages: next.messages };
    applied.push(next.describe(cleared));
  }
  return { body: edited, result: { applied_edits: applied }, compaction };
}

function compact(body: MessageCountTokensParams, edit: CompactEdit): Compaction | null {
  const inputTokens = tokensOf(body);
  if (inputTokens <= (edit.trigger?.value ?? DEFAULT_COMPACTION_TRIGGER)) return null;
  const content = `Summary of ${body.messages.length} messages.`;
  const block: CompactionBlock = {
    type: 'compaction',
    content,
    encrypted_content: null,
  };
  const outputTokens = defaultTokenizer.count(content);
  return { block, pauses: edit.pause_after_compaction === true, inputTokens, outputTokens };
}

/** Returns the summary followed by the last user turn. */
function compacted(messages: readonly MessageParam[], { block }: Compaction): MessageParam[] {
  const last = messages.findLast((turn) => turn.role === 'user');
  return [{ role: 'assistant', content: [block] }, ...(last === undefined ? [] : [last])];
}

function sinceCompaction(messages: MessageParam[]): MessageParam[] {
  const isCompacted = ({ content }: MessageParam): boolean =>
    typeof content !== 'string' && content.some((block) => block.type === 'compaction');
  const start = messages.findLastIndex(isCompacted);
  return start <= 0 ? messages : messages.slice(start);
}

interface Edited {
  readonly messages: MessageParam[];
  /** Minimum number of tokens that the edit must clear to be applied. */
  readonly atLeast: number;
  readonly describe: (tokens: number) => Applied;
}

function clearToolUses(
  { messages }: MessageCountTokensParams,
  edit: ClearToolUsesEdit,
  tokens: number,
): Edited | undefined {
  const excluded = new Set(edit.exclude_tools);
  const uses = blocksOf(messages).flatMap((block) =>
    block.type === 'tool_use' && !excluded.has(block.name) ? [block] : [],
  );
  const { type, value } = edit.trigger ?? { type: 'input_tokens', value: DEFAULT_TRIGGER };
  if ((type === 'input_tokens' ? tokens : uses.length) <= value) return undefined;
  const old = uses.slice(0, Math.max(0, uses.length - (edit.keep?.value ?? DEFAULT_KEPT_TOOL_USES)));
  if (old.length === 0) return undefined;
  const ids = new Set(old.map((use) => use.id));
  const { clear_tool_inputs: inputs } = edit;
  const edited = mapBlocks(messages, (block) => {
    if (block.type === 'tool_result' && ids.has(block.tool_use_id)) return { ...block, content: CLEARED };
    if (block.type !== 'tool_use' || !ids.has(block.id)) return block;
    const isCleared = inputs === true || (Array.isArray(inputs) && inputs.includes(block.name));
    return isCleared ? { ...block, input: {} } : block;
  });
  return {
    messages: edited,
    atLeast: edit.clear_at_least?.value ?? 0,
    describe: (cleared) => ({
      type: 'clear_tool_uses_20250919',
      cleared_tool_uses: old.length,
      cleared_input_tokens: cleared,
    }),
  };
}

function clearThinking({ messages }: MessageCountTokensParams, edit: ClearThinkingEdit): Edited | undefined {
  const { keep } = edit;
  if (keep === 'all' || keep?.type === 'all') return undefined;
  const thinking = messages.flatMap(({ role, content }, index) =>
    role === 'assistant' && typeof content !== 'string' && content.some(isThinking) ? [index] : [],
  );
  const old = new Set(thinking.slice(0, Math.max(0, thinking.length - (keep?.value ?? 1))));
  if (old.size === 0) return undefined;
  const edited = messages.map((turn, index) =>
    old.has(index) && typeof turn.content !== 'string'
      ? { ...turn, content: turn.content.filter((block) => !isThinking(block)) }
      : turn,
  );
  return {
    messages: edited,
    atLeast: 0,
    describe: (cleared) => ({
      type: 'clear_thinking_20251015',
      cleared_thinking_turns: old.size,
      cleared_input_tokens: cleared,
    }),
  };
}

function isThinking(block: ContentBlockParam): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

function blocksOf(messages: readonly MessageParam[]): ContentBlockParam[] {
  return messages.flatMap(({ content }): ContentBlockParam[] => (typeof content === 'string' ? [] : content));
}

function mapBlocks(
  messages: readonly MessageParam[],
  change: (block: ContentBlockParam) => ContentBlockParam,
): MessageParam[] {
  return messages.map((turn) =>
    typeof turn.content === 'string' ? turn : { ...turn, content: turn.content.map(change) },
  );
}

function tokensOf(body: MessageCountTokensParams): number {
  return segmentsOf(body).reduce((total, segment) => total + segment.tokens, 0);
}
