/** Makes the reply to a request. */
import type { ContentBlock, MessageCreateParams, Tool } from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import { replyTo, type ModelTool, type Reply, type ReplyBlock } from '../model/reply.js';
import { defaultTokenizer } from '../model/tokens.js';
import { turnsOf } from '../model/turns.js';
import { citableBlocks, citeBeginning } from './citable-blocks.js';
import type { Draft } from './draft.js';
import { sampleInput } from '../model/sample-input.js';

/**
 * Answers a request: by the default model, or by whatever stands in for it.
 *
 * @param call - The call.
 * @param body - Its body.
 */
export function generate(call: AnyCall, body: MessageCreateParams): Draft {
  const reply = replyTo(
    {
      turns: turnsOf(body.messages),
      tools: clientTools(body.tools),
      toolChoice: body.tool_choice,
      maxTokens: body.max_tokens,
      stopSequences: body.stop_sequences,
      thinking: thinkingOf(body),
      say: structuredReply(body),
    },
    { world: call.world },
  );
  const content = reply.blocks.map(blockOf);
  const cited =
    reply.stopReason === 'end_turn' && reply.isScripted !== true
      ? citedBlocks(body, reply)
      : { blocks: [], tokens: 0 };
  return {
    content: [...content, ...cited.blocks],
    stopReason: reply.stopReason,
    stopSequence: reply.stopSequence,
    stopDetails:
      reply.stopReason === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null,
    outputTokens: reply.outputTokens + cited.tokens,
    serverToolUse: null,
    container: null,
    usage: reply.usage,
    delivery: reply.delivery,
  };
}

function thinkingOf({ thinking }: MessageCreateParams): 'off' | 'shown' | 'omitted' {
  if (thinking === undefined || thinking.type === 'disabled') return 'off';
  return thinking.display === 'omitted' ? 'omitted' : 'shown';
}

/** Tools that the caller runs. */
function clientTools(tools: readonly Tool[] = []): ModelTool[] {
  return tools.flatMap((tool) => (tool.type === 'mcp_toolset' || isServerTool(tool) ? [] : [tool]));
}

const CLIENT_TYPES = /^(?:bash|text_editor|memory|computer)_\d+$/;

function isServerTool({ type }: Tool): boolean {
  return type != null && type !== 'custom' && !CLIENT_TYPES.test(type);
}

/** A reply that fits the format asked for. */
function structuredReply(body: MessageCreateParams): string | undefined {
  const format = body.output_config?.format ?? body.output_format;
  return format == null ? undefined : JSON.stringify(sampleInput(format.schema));
}

function blockOf(block: ReplyBlock): ContentBlock {
  if (block.type === 'text') return { ...block, citations: null };
  if (block.type === 'thinking') return { ...block };
  // A script's own block is sent as it is written: to show what the contract does not know is what it is for.
  if (block.type === 'other') return block.block as unknown as ContentBlock;
  return { ...block, input: { ...block.input }, caller: { type: 'direct' } };
}

/** A text block with its citation for each citable block of the last turn, as far as the bound allows. */
function citedBlocks(body: MessageCreateParams, reply: Reply): { blocks: ContentBlock[]; tokens: number } {
  const blocks: ContentBlock[] = [];
  let tokens = 0;
  const last = body.messages.findLastIndex((message) => message.role === 'user');
  for (const citable of citableBlocks(body.messages)) {
    const citation = citable.message === last ? citeBeginning(citable) : undefined;
    if (citation === undefined) continue;
    const text = String((citation as { cited_text: unknown }).cited_text);
    const isWhole = citation.type === 'content_block_location';
    const more = isWhole ? 0 : defaultTokenizer.count(text);
    if (reply.outputTokens + tokens + more > body.max_tokens) break;
    tokens += more;
    blocks.push({ type: 'text', text, citations: [citation] });
  }
  return { blocks, tokens };
}
