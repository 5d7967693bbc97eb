/** A conversation that grows: turns are merged, cached, and kept within a budget of tokens. */
import { ConfigError, type CallOptions } from '@parlance/core-transport';
import type {
  CacheControl,
  ContentBlockParam,
  Message,
  MessageCountTokensParams,
  MessageParam,
} from '@parlance/schemas/inference';
import type { InferenceClient } from './inference-client.js';

const MAX_BREAKPOINTS = 4;

/** A conversation that grows turn by turn. Give `messages` to a call, and the reply to {@link Conversation.add}. */
export class Conversation {
  #messages: MessageParam[];

  /** @param messages - Turns so far. */
  constructor(messages: readonly MessageParam[] = []) {
    this.#messages = mergeTurns(messages);
  }

  /** The turns, those of one role in a row merged. */
  get messages(): MessageParam[] {
    return [...this.#messages];
  }

  /** Adds a user turn. */
  say(content: MessageParam['content']): this {
    return this.add({ role: 'user', content });
  }

  /** Adds a turn, for example a reply as it came. A reply without content (a refusal, a filled cache) adds nothing. */
  add(turn: MessageParam | Message): this {
    if (turn.role === 'assistant' && turn.content.length === 0) return this;
    this.#messages = mergeTurns([...this.#messages, { role: turn.role, content: turn.content }]);
    return this;
  }

  /**
   * The turns with cache breakpoints on the last blocks of the last turns.
   *
   * @param options - See {@link addCacheBreakpoints}.
   */
  cached(options?: CacheBreakpointOptions): MessageParam[] {
    return addCacheBreakpoints(this.#messages, options);
  }

  /**
   * Drops the oldest turns until the rest fits.
   *
   * @param client - Counts tokens.
   * @param params - What else the request holds, and the budget.
   * @returns Number of turns dropped.
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
 * Merges turns of one role in a row, as the service does.
 *
 * @param messages - Turns; they are not changed.
 */
export function mergeTurns(messages: readonly MessageParam[]): MessageParam[] {
  const merged: MessageParam[] = [];
  for (const turn of messages) {
    const last = merged.at(-1);
    if (last?.role === turn.role)
      merged[merged.length - 1] = { role: turn.role, content: [...blocksOf(last), ...blocksOf(turn)] };
    else merged.push({ role: turn.role, content: turn.content });
  }
  return merged;
}

/** Options of {@link addCacheBreakpoints}. */
export interface CacheBreakpointOptions {
  /** How many, 1 to 4; fewer when system prompt and tools have some of their own. Default 2. */
  readonly count?: number | undefined;
  /** Life of the entries. Default `5m`. */
  readonly ttl?: CacheControl['ttl'];
}

/** Blocks that cannot be marked, because they are sent back as they came. */
const UNMARKABLE: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking']);

/**
 * Places cache breakpoints on the last blocks of the last turns, and takes away those that were there.
 *
 * With two, each request reads what the one before it wrote, and writes what is new.
 *
 * @param messages - Turns; they are not changed.
 * @param options - See {@link CacheBreakpointOptions}.
 * @throws {ConfigError} When `count` is not 1 to 4.
 */
export function addCacheBreakpoints(
  messages: readonly MessageParam[],
  { count = 2, ttl }: CacheBreakpointOptions = {},
): MessageParam[] {
  if (!Number.isInteger(count) || count < 1 || count > MAX_BREAKPOINTS)
    throw new ConfigError('count', `count must be a whole number from 1 to ${MAX_BREAKPOINTS}`);
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

/** A block without breakpoints, its own and those of blocks within it. */
function unmarked<Block extends object>(block: Block): Block {
  const { cache_control: own, content, source } = block as Markable;
  const inner = source?.content;
  if (own === undefined && !Array.isArray(content) && !Array.isArray(inner)) return block;
  const { cache_control: _, ...rest } = block as Markable;
  if (Array.isArray(content)) rest.content = content.map(unmarked);
  if (Array.isArray(inner)) rest.source = { ...source, content: inner.map(unmarked) };
  return rest as Block;
}

/** Where a block can have breakpoints: on itself, and on the blocks of a tool or search result and of a document. */
interface Markable {
  cache_control?: unknown;
  content?: string | object[] | undefined;
  source?: { readonly content?: string | object[] | undefined } | undefined;
}

function blocksOf({ content }: MessageParam): ContentBlockParam[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : [...content];
}

/** What a request holds besides its turns, and how many tokens it may have. */
export type TokenBudgetParams = Omit<MessageCountTokensParams, 'messages'> & {
  /** Most input tokens. */
  readonly maxInputTokens: number;
};

/**
 * Drops the oldest turns until the request fits into a budget. A tool result never loses the call that it answers,
 * and the last user turn always stays. It counts a number of times that grows with the logarithm of the turns.
 *
 * @param client - Counts tokens.
 * @param params - The request, and the budget.
 * @param options - Options of the calls.
 * @returns The turns that are left.
 * @throws {ConfigError} When even the last turn alone does not fit.
 */
export async function trimToTokenBudget(
  client: Pick<InferenceClient, 'messages'>,
  params: TokenBudgetParams & { readonly messages: readonly MessageParam[] },
  options?: CallOptions,
): Promise<MessageParam[]> {
  const { maxInputTokens, messages, ...rest } = params;
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
    throw new ConfigError('maxInputTokens', `maxInputTokens is too small: the last turn alone does not fit`);
  return messages.slice(start);
}

/** Whether a conversation can begin here: with a user turn that answers no tool. */
function isFreshStart({ role, content }: MessageParam): boolean {
  if (role !== 'user') return false;
  return typeof content === 'string' || !content.some((block) => block.type === 'tool_result');
}
