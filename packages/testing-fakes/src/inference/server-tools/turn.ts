/** Server tools of one reply: those that the user turn requests, or those that a paused reply left open. */
import type {
  Container,
  ContentBlock,
  ContentBlockParam,
  MessageCreateParams,
  ServerToolUseBlock,
  TextCitation,
} from '@parlance/schemas';
import { readCommand, type CommandedCall } from '../../model/command.js';
import { defaultTokenizer } from '../../model/tokens.js';
import type { World } from '../../world/world.js';
import type { Advice } from '../draft.js';
import { newContainer, requestedContainer, useContainer, type ContainerRecord } from './containers.js';
import { mcpBlocks } from './mcp.js';
import { isClientTool, offeredTools, type OfferedTool } from './offer.js';
import type { ServerToolUse, ToolContext } from './outcome.js';
import { runServerTools } from './run.js';

/** Contribution of the server tools to a reply. */
export interface ServerToolTurn {
  /** Use and result blocks. */
  readonly blocks: ContentBlock[];
  /** Text with which the model reports the last result. */
  readonly say: string | undefined;
  /** Citations of that text. */
  readonly citations: TextCitation[] | undefined;
  /** Output tokens of the uses. Results count as input. */
  readonly tokens: number;
  /** Whether the reply pauses and the next request runs the tools. */
  readonly isPaused: boolean;
  readonly searches: number;
  readonly fetches: number;
  readonly container: Container | null;
  readonly advice: readonly Advice[];
}

/**
 * Runs the server tools that a request asks for.
 *
 * @param world - World of the request.
 * @param body - Request body.
 * @param userTurn - Text of the last user turn, and whether the reply pauses before the results.
 * @returns The contribution to the reply, or undefined if no server tool is used.
 */
export function useServerTools(
  world: World,
  body: MessageCreateParams,
  userTurn: { readonly text: string; readonly isPaused: boolean },
): ServerToolTurn | undefined {
  if (!offersAny(body)) return undefined;
  const requested = requestedContainer(world, body);
  if (body.max_tokens === 0 || body.tool_choice?.type === 'none') return undefined;
  const open = openUses(body);
  const isResumed = open.length > 0;
  const blocks = isResumed ? open : newUses(world, body, userTurn.text);
  const mcp = isResumed ? [] : mcpBlocks(world, body, userTurn.text);
  if (blocks.length === 0 && mcp.length === 0) return undefined;
  const tokens = isResumed ? 0 : tokensOf([...blocks, ...mcp]);
  if (userTurn.isPaused && !isResumed && mcp.length === 0)
    return { ...nothing, blocks, tokens, isPaused: true };
  const uses = blocks.flatMap((block) => useOf(block, body));
  let used: ContainerRecord | undefined;
  const context: ToolContext = {
    world,
    documents: countDocuments(body),
    tools: searchable(body),
    container: () => used ?? requested ?? newContainer(world),
    keep: (container) => {
      used = container;
    },
  };
  const runs = runServerTools(uses, context);
  const last = runs.outcomes.at(-1);
  return {
    blocks: [
      ...(isResumed ? [] : interleave(blocks, runs.outcomes)),
      ...(isResumed ? runs.outcomes.map((one) => one.block) : []),
      ...mcp,
    ],
    say: last?.say ?? (mcp.length > 0 ? 'The server answered.' : undefined),
    citations: last?.citations,
    tokens,
    isPaused: false,
    searches: runs.searches,
    fetches: runs.fetches,
    container: used === undefined ? null : useContainer(world, used),
    advice: runs.outcomes.flatMap(({ advice }) => advice ?? []),
  };
}

/** Whether a request has any tool that the service runs. */
function offersAny({ tools = [] }: MessageCreateParams): boolean {
  return tools.some((tool) => tool.type === 'mcp_toolset' || !isClientTool(tool));
}

const nothing = {
  say: undefined,
  citations: undefined,
  searches: 0,
  fetches: 0,
  container: null,
  advice: [],
};

function interleave(
  uses: readonly ContentBlock[],
  outcomes: readonly { readonly block: ContentBlock }[],
): ContentBlock[] {
  return uses.flatMap((use, index) => [
    use,
    ...(outcomes[index] === undefined ? [] : [outcomes[index].block]),
  ]);
}

/** Returns the uses of the final assistant turn without a result. */
function openUses({ messages }: MessageCreateParams): ServerToolUseBlock[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || typeof last.content === 'string') return [];
  const answered = new Set(
    last.content.map((block) => ('tool_use_id' in block ? block.tool_use_id : undefined)),
  );
  return last.content.filter(
    (block: ContentBlockParam): block is ServerToolUseBlock =>
      block.type === 'server_tool_use' && !answered.has(block.id),
  );
}

function newUses(world: World, body: MessageCreateParams, text: string): ServerToolUseBlock[] {
  const command = readCommand(text);
  const offered = offeredTools(body.tools);
  const requested = command.kind === 'tool' ? command.calls : [];
  const callable = requested.filter((call) => offered.some((tool) => tool.name === call.name));
  const calls = callable.length > 0 ? callable : forcedCalls(body, offered, text);
  const choice = body.tool_choice;
  const isSingle =
    choice !== undefined && choice.type !== 'none' && choice.disable_parallel_tool_use === true;
  return (isSingle ? calls.slice(0, 1) : calls).map((call) => ({
    type: 'server_tool_use',
    id: world.id('srvtoolu_'),
    name: call.name,
    input: { ...call.input },
    caller: { type: 'direct' },
  }));
}

/** Returns the server tool that `tool_choice` forces: the named one, or for `any` the first if there are no client tools. */
function forcedCalls(
  { tools = [], tool_choice: choice }: MessageCreateParams,
  offered: readonly OfferedTool[],
  text: string,
): readonly CommandedCall[] {
  const isFree = choice?.type === 'any' && !tools.some(isClientTool);
  const forced =
    choice?.type === 'tool'
      ? offered.find((tool) => tool.name === choice.name)
      : isFree
        ? offered[0]
        : undefined;
  if (forced === undefined) return [];
  const quoted = JSON.stringify(text);
  const input = {
    query: text,
    pattern: text,
    url: 'https://example.com/',
    code: `print(${quoted})`,
    command: `echo ${text}`,
  };
  const wanted = INPUTS[forced.name];
  return [{ name: forced.name, input: wanted === undefined ? {} : { [wanted]: input[wanted] } }];
}

/** Required input of each server tool. */
const INPUTS: Readonly<Record<string, 'query' | 'pattern' | 'url' | 'code' | 'command'>> = {
  web_search: 'query',
  web_fetch: 'url',
  code_execution: 'code',
  bash_code_execution: 'command',
  tool_search_tool_bm25: 'query',
  tool_search_tool_regex: 'pattern',
};

function useOf(block: ServerToolUseBlock, { tools }: MessageCreateParams): ServerToolUse[] {
  const offered = offeredTools(tools).find((tool) => tool.name === block.name);
  return offered === undefined ? [] : [{ id: block.id, offered, input: block.input }];
}

function tokensOf(blocks: readonly ContentBlock[]): number {
  return blocks.reduce(
    (total, block) =>
      'input' in block
        ? total + defaultTokenizer.count(`${String(block.name)} ${JSON.stringify(block.input)}`)
        : total,
    0,
  );
}

function countDocuments({ messages }: MessageCreateParams): number {
  return messages
    .flatMap(({ content }): readonly ContentBlockParam[] => (typeof content === 'string' ? [] : content))
    .filter((block) => block.type === 'document').length;
}

/** Returns the deferred tools with the text to search. */
function searchable({ tools = [] }: MessageCreateParams): ToolContext['tools'] {
  return tools.flatMap((tool) =>
    tool.type !== 'mcp_toolset' && tool.defer_loading === true
      ? [{ name: tool.name, description: 'description' in tool ? (tool.description ?? '') : '' }]
      : [],
  );
}
