/** Conversations: merges turns, places cache breakpoints and trims to a token budget. */
import { ConfigError, type CallOptions } from '@parlance/core-transport';
import { requireObject, requireObjects } from '@parlance/core-transport/internal';
import type {
  CacheControl,
  ContentBlockParam,
  Message,
  MessageCountTokensParams,
  MessageParam,
  ToolResultBlockParam,
} from '@parlance/schemas/inference';
import type { InferenceClient } from './inference-client.js';
import { requireClient } from './require-client.js';
import { notRun, resultBlock } from './tools/run-calls.js';
import type { ToolRunProgress } from './tools/tool-run.js';

const MAX_BREAKPOINTS = 4;

/**
 * The turns of a conversation. Pass {@link Conversation.messages} or {@link Conversation.cached} to
 * `messages.create()`, and its reply to {@link Conversation.add}.
 */
export class Conversation {
  #messages: MessageParam[];

  /**
   * @param messages - Earlier turns to start from.
   * @throws {ConfigError} When `messages` is not an array of turns.
   */
  constructor(messages: readonly MessageParam[] = []) {
    this.#messages = mergeTurns(messages);
  }

  /** The turns so far. Consecutive turns of one role are merged. */
  get messages(): MessageParam[] {
    return [...this.#messages];
  }

  /** Adds a user turn. */
  say(content: MessageParam['content']): this {
    return this.add({ role: 'user', content });
  }

  /**
   * Adds a turn, a reply, or the turns that a run of `runTools` added. A reply without content, such as a refusal or a
   * request that only fills the cache, is skipped. If a reply was cut off, for example at `max_tokens`, an error result is
   * added for each of its calls, which must not run: the service rejects conversations with a call that has no result.
   */
  add(turn: MessageParam | Message | Pick<ToolRunProgress, 'newMessages'>): this {
    requireObject('turn', turn);
    if ('newMessages' in turn) {
      requireTurns(turn.newMessages);
      for (const added of turn.newMessages) this.add(added);
      return this;
    }
    requireTurns([turn]);
    if (turn.role === 'assistant' && turn.content.length === 0) return this;
    const results = 'stop_reason' in turn && turn.stop_reason !== 'tool_use' ? cutOffResults(turn) : [];
    this.#messages = mergeTurns([
      ...this.#messages,
      { role: turn.role, content: turn.content },
      ...(results.length > 0 ? [{ role: 'user' as const, content: results }] : []),
    ]);
    return this;
  }

  /**
   * Returns the turns with cache breakpoints on the last blocks of the last turns.
   *
   * @param options - See {@link addCacheBreakpoints}.
   */
  cached(options?: CacheBreakpointOptions): MessageParam[] {
    return addCacheBreakpoints(this.#messages, options);
  }

  /**
   * Drops the oldest turns until the request fits a token budget; see {@link trimToTokenBudget}.
   *
   * @param client - Inference client, used to count tokens.
   * @param params - The rest of the request, and the budget.
   * @param options - Options for the token counting calls.
   * @returns Number of turns dropped.
   * @throws {ConfigError} When even the last turn alone does not fit.
   */
  async fit(
    client: Pick<InferenceClient, 'messages'>,
    params: TokenBudgetParams,
    options?: CallOptions,
  ): Promise<number> {
    const before = this.#messages.length;
    this.#messages = await trimToTokenBudget(client, { ...params, messages: this.#messages }, options);
    return before - this.#messages.length;
  }
}

/**
 * Merges consecutive turns of one role, as the service does.
 *
 * @param messages - Turns; not modified.
 * @throws {ConfigError} When `messages` is not an array of turns.
 */
export function mergeTurns(messages: readonly MessageParam[]): MessageParam[] {
  requireTurns(messages);
  const merged: MessageParam[] = [];
  for (const turn of messages) {
    const last = merged.at(-1);
    if (last?.role === turn.role)
      merged[merged.length - 1] = { role: turn.role, content: [...blocksOf(last), ...blocksOf(turn)] };
    else merged.push({ role: turn.role, content: turn.content });
  }
  return merged;
}

/** Returns error results for the calls of a reply that was cut off. */
function cutOffResults({ content }: Message): ToolResultBlockParam[] {
  return content.filter((block) => block.type === 'tool_use').map((call) => resultBlock(notRun(call)));
}

/** Checks that messages are turns: objects whose content is text or an array of blocks. */
function requireTurns(messages: readonly MessageParam[]): void {
  requireObjects('messages', messages);
  for (const [index, { content }] of messages.entries())
    if (typeof content !== 'string') requireObjects(`messages.${index}.content`, content);
}

/** Options for {@link addCacheBreakpoints}. */
export interface CacheBreakpointOptions {
  /**
   * Number of breakpoints, 1 to 4. A request can have 4 in total, so leave room for those of the system prompt and the
   * tools. Default 2.
   */
  readonly count?: number | undefined;
  /** Lifetime of the cache entries. Default `5m`. */
  readonly ttl?: CacheControl['ttl'];
}

/** Blocks that must be sent back unchanged, so they cannot carry a breakpoint. */
const UNMARKABLE: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking']);

/**
 * Places cache breakpoints on the last blocks of the last turns and removes all others.
 *
 * With two breakpoints, each request reads the cache entry written by the previous one and writes an entry for the new
 * turns.
 *
 * @param messages - Turns; not modified.
 * @param options - See {@link CacheBreakpointOptions}.
 * @throws {ConfigError} When `count` is not 1 to 4, or `messages` is not an array of turns.
 */
export function addCacheBreakpoints(
  messages: readonly MessageParam[],
  options: CacheBreakpointOptions = {},
): MessageParam[] {
  requireTurns(messages);
  requireObject('options', options);
  const { count = 2, ttl } = options;
  if (!Number.isInteger(count) || count < 1 || count > MAX_BREAKPOINTS)
    throw new ConfigError('count', `count must be an integer from 1 to ${MAX_BREAKPOINTS}`);
  const control: CacheControl = { type: 'ephemeral', ...(ttl !== undefined && { ttl }) };
  let left = count;
  return messages
    .toReversed()
    .map((turn) => {
      const blocks = blocksOf(turn).map(unmarked);
      const last = left > 0 ? blocks.findLastIndex((block) => !UNMARKABLE.has(block.type)) : -1;
      if (last < 0) return typeof turn.content === 'string' ? turn : { ...turn, content: blocks };
      left--;
      blocks[last] = { ...blocks[last], cache_control: control } as ContentBlockParam;
      return { ...turn, content: blocks };
    })
    .toReversed();
}

/** Removes the breakpoint of a block and those of nested blocks. */
function unmarked<Block extends object>(block: Block): Block {
  const { cache_control: own, content, source } = block as Markable;
  const inner = source?.content;
  if (own === undefined && !Array.isArray(content) && !Array.isArray(inner)) return block;
  const { cache_control: _, ...rest } = block as Markable;
  if (Array.isArray(content)) rest.content = content.map(unmarked);
  if (Array.isArray(inner)) rest.source = { ...source, content: inner.map(unmarked) };
  return rest as Block;
}

/** Places of breakpoints: the block itself, and the blocks nested in a tool result, search result or document. */
interface Markable {
  cache_control?: unknown;
  content?: string | object[] | undefined;
  source?: { readonly content?: string | object[] | undefined } | undefined;
}

function blocksOf({ content }: MessageParam): ContentBlockParam[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : [...content];
}

/** A request without its turns, and its token budget. */
export type TokenBudgetParams = Omit<MessageCountTokensParams, 'messages'> & {
  /** Maximum number of input tokens. */
  readonly maxInputTokens: number;
};

/**
 * Drops the oldest turns until the request fits a token budget. A tool result is never separated from its call, and the
 * last user turn is always kept. The number of token counting calls grows with the logarithm of the number of turns.
 *
 * @param client - Inference client, used to count tokens.
 * @param params - The request, and the budget.
 * @param options - Options for the token counting calls.
 * @returns The remaining turns.
 * @throws {ConfigError} When even the last turn alone does not fit.
 */
export async function trimToTokenBudget(
  client: Pick<InferenceClient, 'messages'>,
  params: TokenBudgetParams & { readonly messages: readonly MessageParam[] },
  options?: CallOptions,
): Promise<MessageParam[]> {
  requireClient(client, 'countTokens');
  requireObject('params', params);
  const { maxInputTokens, messages, ...rest } = params;
  requireTurns(messages);
  if (typeof maxInputTokens !== 'number')
    throw new ConfigError('maxInputTokens', 'maxInputTokens must be a number');
  const starts = messages.flatMap((turn, index) => (isFreshStart(turn) ? [index] : []));
  const fits = async (start: number): Promise<boolean> => {
    const counted = await client.messages.countTokens({ ...rest, messages: messages.slice(start) }, options);
    return counted.input_tokens <= maxInputTokens;
  };
  if (messages.length === 0 || (await fits(0))) return [...messages];
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (await fits(starts[middle] as number)) high = middle;
    else low = middle + 1;
  }
  const start = starts[low];
  if (start === undefined)
    throw new ConfigError('maxInputTokens', 'maxInputTokens must be large enough for the last turn');
  return messages.slice(start);
}

/** Whether a conversation can start here: at a user turn without tool results. */
function isFreshStart({ role, content }: MessageParam): boolean {
  if (role !== 'user') return false;
  return typeof content === 'string' || !content.some((block) => block.type === 'tool_result');
}
