/**
 * Server tools of one reply: those that the user turn requests, or those that a paused reply left open.
 *
 * Rules: INF-038.
 */
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
import { isDeferredBy, isEnabled, knownTools } from '../mcp-toolset.js';
import { newContainer, requestedContainer, useContainer, type ContainerRecord } from './containers.js';
import { mcpBlocks } from './mcp.js';
import { isClientTool, offeredTools, type OfferedTool } from './offer.js';
import { uploadedFiles, type UploadedFile } from './container-files.js';
import type { Outcome, ServerToolUse, ToolContext } from './outcome.js';
import { isCalledBy, pendingCalls, programOf, programTools, resultsOf } from './programs.js';
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
  /** Stop reason if the reply ends before all results: the next request continues it. */
  readonly stop: 'pause_turn' | 'tool_use' | undefined;
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
    return { ...nothing, blocks, tokens, stop: 'pause_turn' };
  const requestedUses = blocks.flatMap((block) => useOf(block, body));
  const calls = requestedUses.map((use) => pendingCalls(world, body, use));
  const uses = requestedUses.filter((_, index) => calls[index]?.length === 0);
  const { context, used, uploads } = contextOf(world, body, requested);
  const runs = runServerTools(uses, context);
  const called = calls.flat();
  if (called.length > 0) context.keep(context.container());
  const last = runs.outcomes.at(-1);
  const container = used();
  return {
    blocks: [...uploads(), ...interleave(isResumed ? [] : blocks, runs.outcomes), ...mcp, ...called],
    say: last?.say ?? (mcp.length > 0 ? 'The server answered.' : undefined),
    citations: last?.citations,
    tokens: tokens + tokensOf(called),
    stop: called.length > 0 ? 'tool_use' : undefined,
    searches: runs.searches,
    fetches: runs.fetches,
    container: container === undefined ? null : useContainer(world, container),
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

/** Returns the environment of the tools, the container that they used, and the files that were uploaded to it. */
function contextOf(
  world: World,
  body: MessageCreateParams,
  requested: ContainerRecord | undefined,
): {
  readonly context: ToolContext;
  readonly used: () => ContainerRecord | undefined;
  readonly uploads: () => ContentBlock[];
} {
  let used: ContainerRecord | undefined;
  let reported: readonly UploadedFile[] = [];
  const upload = (container: ContainerRecord): ContainerRecord => {
    const missing = uploadedFiles(world, body).filter(({ name }) => !Object.hasOwn(container.files, name));
    reported = missing.filter(({ isReported }) => isReported);
    const uploaded = Object.fromEntries(missing.map(({ name, text }) => [name, text]));
    return { ...container, files: { ...container.files, ...uploaded } };
  };
  const context: ToolContext = {
    world,
    documents: countDocuments(body),
    tools: searchable(body),
    offered: offeredTools(body.tools),
    program: { names: programTools(body), resultsOf: (id) => resultsOf(body, id) },
    container: () => (used ??= upload(requested ?? newContainer(world))),
    keep: (container) => {
      used = container;
    },
  };
  return {
    context,
    used: () => used,
    uploads: () => reported.map(({ id }) => ({ type: 'container_upload', file_id: id })),
  };
}

/** Returns each use followed by its result, after the results of earlier uses. */
function interleave(uses: readonly ServerToolUseBlock[], outcomes: readonly Outcome[]): ContentBlock[] {
  const resultOf = ({ id }: ServerToolUseBlock): Outcome | undefined =>
    outcomes.find(({ block }) => 'tool_use_id' in block && block.tool_use_id === id);
  const paired = uses.map(resultOf);
  const blocksOf = (outcome: Outcome | undefined): ContentBlock[] =>
    outcome === undefined ? [] : [...(outcome.nested ?? []), outcome.block];
  return [
    ...outcomes.filter((outcome) => !paired.includes(outcome)).flatMap(blocksOf),
    ...uses.flatMap((use, index) => [use, ...blocksOf(paired[index])]),
  ];
}

/** Returns the uses of the last assistant turn that this request continues: after a pause, or with results of their calls. */
function openUses({ messages }: MessageCreateParams): ServerToolUseBlock[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const { content = [] } = messages[at] ?? {};
  if (typeof content === 'string') return [];
  const isLast = at === messages.length - 1;
  const resolved = new Set(content.map((block) => ('tool_use_id' in block ? block.tool_use_id : undefined)));
  const isContinued = ({ id }: ServerToolUseBlock): boolean =>
    isLast || content.some((block) => block.type === 'tool_use' && isCalledBy(block, id));
  return content.filter(
    (block: ContentBlockParam): block is ServerToolUseBlock =>
      block.type === 'server_tool_use' && !resolved.has(block.id) && isContinued(block),
  );
}

function newUses(world: World, body: MessageCreateParams, text: string): ServerToolUseBlock[] {
  const command = readCommand(text);
  const offered = offeredTools(body.tools);
  const requested = command.kind === 'tool' ? command.calls : [];
  const programmatic = programTools(body);
  // Tools that only programs can call are called by one.
  const programmed = requested.filter((call) => programmatic.get(call.name)?.isDirect === false);
  const callable = [
    ...requested.filter(
      (call) => !programmed.includes(call) && offered.some((tool) => tool.name === call.name),
    ),
    ...(programmed.length > 0 ? [{ name: 'code_execution', input: { code: programOf(programmed) } }] : []),
  ];
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
  const { id, input, caller = { type: 'direct' } } = block;
  return offered === undefined ? [] : [{ id, offered, input, caller }];
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
  return tools.flatMap((tool) => {
    if (tool.type === 'mcp_toolset')
      return knownTools(tool)
        .filter((name) => isEnabled(tool, name) && isDeferredBy(tool, name))
        .map((name) => ({ name, description: `Tool of the server ${tool.mcp_server_name}` }));
    const description = 'description' in tool ? (tool.description ?? '') : '';
    return tool.defer_loading === true ? [{ name: tool.name, description }] : [];
  });
}
