/**
 * Generates the reply to a request: a scripted reply, or the default model's with its server tools.
 *
 * Rules: INF-023, INF-026, INF-027, INF-045, INF-158.
 */
import type { ContentBlock, MessageCreateParams, RefusalStopDetails, Tool } from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import type { ModelRequest, ModelTool, Reply, ReplyBlock } from '../model/model-request.js';
import { defaultReplyTo, scriptedReplyTo } from '../model/reply.js';
import { sampleInput, sampleValue } from '../samples/sample-input.js';
import { defaultTokenizer } from '../model/tokens.js';
import { commandTextOf } from '../model/command.js';
import { turnsOf } from '../model/turns.js';
import { citableBlocks, citeBeginning } from './citable-blocks.js';
import type { Draft } from './draft.js';
import { matchesSchema } from './matches-schema.js';
import { isDeferred, loadedTools } from './request-size.js';
import { scriptedUses } from './scripted-uses.js';
import { requestedContainer } from './server-tools/containers.js';
import { isClientTool, offeredTools } from './server-tools/offer.js';
import { useServerTools, type ServerToolTurn } from './server-tools/turn.js';

/** Command that pauses the reply before the results of its server tools, with `pause_turn`. */
const PAUSE = /^\s*\/pause\s+/;

/**
 * Generates the reply to a request.
 *
 * @param call - Call of the operation.
 * @param body - Request body after context edits.
 */
export function generate(call: AnyCall, body: MessageCreateParams): Draft {
  const turns = turnsOf(body.messages);
  const userTurn = turns.findLast(({ role }) => role === 'user');
  const asked = userTurn === undefined ? '' : commandTextOf(userTurn);
  const isPaused = PAUSE.test(asked);
  const text = asked.replace(PAUSE, '');
  const plain = isPaused
    ? turns.map((turn) => (turn === userTurn ? { ...turn, text, lastText: undefined } : turn))
    : turns;
  const request = {
    turns: plain,
    tools: callableTools(body),
    toolChoice: body.tool_choice,
    maxTokens: body.max_tokens,
    stopSequences: body.stop_sequences,
    thinking: thinkingOf(body),
    say: structuredReply(body),
  };
  // Reject an invalid container before any kind of reply is generated.
  requestedContainer(call.world, body);
  // With `max_tokens: 0` nothing is generated, so no script step is consumed.
  const scripted = body.max_tokens === 0 ? undefined : scriptedReplyTo(request, call);
  if (scripted !== undefined)
    return { ...draftOf(scripted, body), ...scriptedUses(call.world, body, scripted.blocks) };
  const served = useServerTools(call.world, body, { text, isPaused });
  if (served === undefined) {
    const reply = defaultReplyTo(request, call);
    const draft = draftOf(reply, body, userTurn?.text);
    const cited = reply.stopReason === 'end_turn' ? citedBlocks(body, reply) : NOTHING_CITED;
    return {
      ...draft,
      content: [...draft.content, ...cited.blocks],
      outputTokens: draft.outputTokens + cited.tokens,
    };
  }
  return servedDraft(call, body, request, served);
}

const NOTHING_CITED = { blocks: [], tokens: 0 };

/** Builds a reply that starts with server tools and then reports their results. */
function servedDraft(
  call: AnyCall,
  body: MessageCreateParams,
  request: ModelRequest,
  served: ServerToolTurn,
): Draft {
  const left = body.max_tokens - served.tokens;
  const used = {
    container: served.container,
    serverToolUse: { web_search_requests: served.searches, web_fetch_requests: served.fetches },
    advice: served.advice,
  };
  if (left < 0)
    return { ...draftOf({ ...SILENCE, stopReason: 'max_tokens' }, body), outputTokens: body.max_tokens };
  const reply =
    served.stop !== undefined
      ? SILENCE
      : defaultReplyTo({ ...request, toolChoice: undefined, maxTokens: left, say: served.say }, call);
  const draft = draftOf(reply, body);
  return {
    ...draft,
    ...used,
    content: [...served.blocks, ...draft.content.map((block) => withCitations(block, served))],
    stopReason: served.stop ?? draft.stopReason,
    outputTokens: draft.outputTokens + served.tokens,
  };
}

/** Reply of a model that only uses tools. */
const SILENCE: Reply = { blocks: [], stopReason: 'end_turn', stopSequence: null, outputTokens: 1 };

function withCitations(block: ContentBlock, { citations }: ServerToolTurn): ContentBlock {
  return block.type === 'text' && citations !== undefined ? { ...block, citations } : block;
}

function draftOf(reply: Reply, body: MessageCreateParams, text = ''): Draft {
  return {
    content: saidBlocks(reply, body.tools),
    stopReason: reply.stopReason,
    stopSequence: reply.stopSequence,
    stopDetails: reply.stopReason === 'refusal' ? { ...refusalOf(text), ...reply.stopDetails } : null,
    outputTokens: reply.outputTokens,
    thinkingTokens: reply.thinkingTokens,
    serverToolUse:
      offeredTools(body.tools).length === 0 ? null : { web_search_requests: 0, web_fetch_requests: 0 },
    container: null,
    usage: reply.usage,
    delivery: reply.delivery,
  };
}

function thinkingOf({ thinking }: MessageCreateParams): 'off' | 'shown' | 'omitted' {
  if (thinking === undefined || thinking.type === 'disabled') return 'off';
  return thinking.display === 'omitted' ? 'omitted' : 'shown';
}

/** Returns the client tools that the model may call directly. Deferred tools must be found by tool search first. */
function callableTools(body: MessageCreateParams): ModelTool[] {
  const loaded = loadedTools(body);
  return (body.tools ?? []).flatMap((tool: Tool) => {
    if (tool.type === 'mcp_toolset' || !isClientTool(tool)) return [];
    if (isDeferred(tool) && !loaded.has(tool.name)) return [];
    return tool.allowed_callers === undefined || tool.allowed_callers.includes('direct') ? [tool] : [];
  });
}

/** Returns a reply that matches the requested output format, or undefined without one. */
function structuredReply(body: MessageCreateParams): string | undefined {
  const format = body.output_config?.format ?? body.output_format;
  return format == null ? undefined : JSON.stringify(sampleValue(format.schema));
}

function refusalOf(text: string): RefusalStopDetails {
  const category = /^\s*\/refuse\s+(cyber|bio)\s*$/.exec(text)?.[1] ?? null;
  const explanation = category === null ? null : `The request was refused as ${category}.`;
  return { type: 'refusal', category, explanation };
}

function saidBlocks(reply: Reply, tools: readonly Tool[] | undefined): ContentBlock[] {
  return reply.blocks.map((block): ContentBlock => {
    if (block.type === 'text') return { ...block, citations: null };
    if (block.type === 'thinking') return { ...block };
    // Scripted blocks are sent unchanged, even if the contract does not know them.
    if (block.type === 'other') return block.block as unknown as ContentBlock;
    const input = reply.isScripted === true ? { ...block.input } : inputOf(block, tools);
    return { ...block, input, caller: block.caller ?? { type: 'direct' } };
  });
}

/** Returns the input of a call. For a strict tool it is replaced if it does not match the schema. */
function inputOf(
  block: ReplyBlock & { type: 'tool_use' },
  tools: readonly Tool[] = [],
): Record<string, unknown> {
  const index = tools.findIndex((tool) => tool.type !== 'mcp_toolset' && tool.name === block.name);
  const tool = tools[index];
  if (tool === undefined || !('input_schema' in tool) || tool.strict !== true) return { ...block.input };
  const { input_schema: schema } = tool;
  return {
    ...(matchesSchema(schema, block.input, `tools.${index}.input_schema`)
      ? block.input
      : sampleInput(schema)),
  };
}

/** Returns a cited text block for each citable block of the last user turn, within `max_tokens`. */
function citedBlocks(body: MessageCreateParams, reply: Reply): { blocks: ContentBlock[]; tokens: number } {
  const blocks: ContentBlock[] = [];
  let tokens = 0;
  const last = body.messages.findLastIndex((message) => message.role === 'user');
  for (const citable of citableBlocks(body.messages)) {
    const citation = citable.message === last ? citeBeginning(citable) : undefined;
    if (citation === undefined) continue;
    const text = String((citation as { cited_text: unknown }).cited_text);
    // Cited content blocks do not count as output.
    const more = citation.type === 'content_block_location' ? 0 : defaultTokenizer.count(text);
    if (reply.outputTokens + tokens + more > body.max_tokens) break;
    tokens += more;
    blocks.push({ type: 'text', text, citations: [citation] });
  }
  return { blocks, tokens };
}
