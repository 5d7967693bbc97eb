/** What a run knows: its conversation, its totals and the calls that have no result yet. */
import { filterDigest } from '@parlance/core-transport/internal';
import type {
  ContentBlock,
  ContentBlockParam,
  Message,
  MessageParam,
  ToolResultBlockParam,
  ToolUseBlock,
  Usage,
} from '@parlance/schemas/inference';
import { messageCost, sumCosts, type MessageCost, type PriceTable } from '../message-cost.js';
import { sumUsage } from '../sum-usage.js';
import { requireOwnCheckpoint, type ToolRunCheckpoint } from './tool-run-checkpoint.js';
import type { ToolCallResult, ToolRunProgress, ToolStep } from './tool-run.js';
import { resultBlock } from './run-calls.js';

/** Stop reasons after which the model continues when the reply is sent back. */
const PAUSES: ReadonlySet<unknown> = new Set(['pause_turn', 'compaction']);

/** State of a run. */
export class ToolRunState {
  readonly #prices: PriceTable | undefined;
  readonly #origin: string;
  #messages: MessageParam[];
  #newMessages: MessageParam[] = [];
  /** `prepareStep` has replaced the conversation, so that it need not contain all new messages. */
  #isReplaced = false;
  #reply: Message | undefined;
  #results: readonly ToolResultBlockParam[] = [];
  #turns = 0;
  #usage: Usage | undefined;
  #cost: MessageCost | undefined;
  readonly #steps: ToolStep[] = [];

  /**
   * @param messages - Messages of the params.
   * @param options - Checkpoint to resume from, and prices.
   * @throws {ConfigError} When the checkpoint belongs to another run.
   */
  constructor(
    messages: readonly MessageParam[],
    options: { resumeFrom?: ToolRunCheckpoint | null | undefined; prices?: PriceTable | undefined },
  ) {
    this.#prices = options.prices;
    this.#messages = [...messages];
    this.#origin = options.resumeFrom?.origin ?? filterDigest(messages);
    if (options.resumeFrom != null) this.#restore(options.resumeFrom, messages);
  }

  get turns(): number {
    return this.#turns;
  }

  get messages(): readonly MessageParam[] {
    return this.#messages;
  }

  /** Results of calls of the last reply, when other calls have none yet. */
  get results(): readonly ToolResultBlockParam[] {
    return this.#results;
  }

  /** Calls of the last reply that have no result yet. */
  get openCalls(): ToolUseBlock[] {
    if (this.#reply === undefined || this.#messages.at(-1)?.role === 'user') return [];
    const done = new Set(this.#results.map((result) => result.tool_use_id));
    return this.#reply.content.filter(isToolUse).filter(({ id }) => !done.has(id));
  }

  /** Whether the last reply ended before it was complete, for example at `max_tokens`: its calls must not run. */
  get isCutOff(): boolean {
    return this.#reply !== undefined && this.#reply.stop_reason !== 'tool_use';
  }

  /** Whether the last reply ends the run. */
  get isOver(): boolean {
    if (this.#reply === undefined || PAUSES.has(this.#reply.stop_reason)) return false;
    const last = this.#messages.at(-1);
    if (last?.role !== 'user') return this.openCalls.length === 0;
    // The service rejects a conversation in which a call has no result, so the calls of a cut off reply have one too.
    return this.isCutOff && Array.isArray(last.content) && last.content.every(isToolResult);
  }

  /** The run so far; undefined before the first reply. */
  get progress(): ToolRunProgress | undefined {
    const [message, usage] = [this.#reply, this.#usage];
    if (message === undefined || usage === undefined) return undefined;
    return {
      message,
      messages: [...this.#messages],
      newMessages: [...this.#newMessages],
      steps: [...this.#steps],
      turns: this.#turns,
      usage,
      cost: this.#cost,
      checkpoint: this.#checkpoint(message, usage),
    };
  }

  /** Replaces the conversation. */
  replaceMessages(messages: readonly MessageParam[]): void {
    this.#messages = [...messages];
    this.#isReplaced = true;
  }

  /** Adds a reply, which ends a turn unless it calls tools. */
  addReply(message: Message): void {
    this.#reply = message;
    this.#turns += 1;
    this.#usage = this.#usage === undefined ? message.usage : sumUsage([this.#usage, message.usage]);
    const cost = this.#costOf(message);
    if (cost !== undefined) this.#cost = this.#cost === undefined ? cost : sumCosts([this.#cost, cost]);
    this.#add({ role: 'assistant', content: message.content });
  }

  /** Adds a user turn. */
  addUserTurn(content: MessageParam['content']): void {
    this.#add({ role: 'user', content });
  }

  /** Ends a turn with the results of its calls, which are sent once all calls have one. */
  endStep(calls: readonly ToolCallResult[], ownResults: readonly ToolResultBlockParam[] = []): ToolStep {
    const message = this.#reply as Message;
    const results = [...ownResults, ...calls.map(resultBlock)];
    const step = { turn: this.#turns - 1, message, calls, results, cost: this.#costOf(message) };
    this.#steps.push(step);
    this.#results = [...this.#results, ...results];
    const order = message.content.filter(isToolUse).map(({ id }) => id);
    if (this.#results.length > 0 && this.openCalls.length === 0) {
      const sorted = this.#results.toSorted(
        (one, other) => order.indexOf(one.tool_use_id) - order.indexOf(other.tool_use_id),
      );
      this.#results = [];
      this.#add({ role: 'user', content: sorted });
    }
    return step;
  }

  #add(turn: MessageParam): void {
    this.#messages.push(turn);
    this.#newMessages.push(turn);
  }

  #costOf(message: Message): MessageCost | undefined {
    return this.#prices === undefined ? undefined : messageCost(message, this.#prices);
  }

  #checkpoint(message: Message, usage: Usage): ToolRunCheckpoint {
    const { content: _, ...reply } = message;
    return {
      type: 'tool_run',
      origin: this.#origin,
      messages: [...this.#messages],
      newMessages: this.#isReplaced ? [...this.#newMessages] : this.#newMessages.length,
      reply,
      results: this.#results,
      turns: this.#turns,
      usage,
      ...(this.#cost !== undefined && { cost: this.#cost }),
      ...(this.isOver && { done: true as const }),
    };
  }

  #restore(checkpoint: ToolRunCheckpoint, messages: readonly MessageParam[]): void {
    requireOwnCheckpoint(checkpoint, messages);
    const { newMessages } = checkpoint;
    this.#messages = [...checkpoint.messages];
    this.#isReplaced = typeof newMessages !== 'number';
    this.#newMessages =
      typeof newMessages === 'number'
        ? this.#messages.slice(this.#messages.length - newMessages)
        : [...newMessages];
    const last = this.#messages.findLast(({ role }) => role === 'assistant');
    // The checkpoint holds the reply without its content, which is the last assistant turn.
    this.#reply = { ...checkpoint.reply, content: (last?.content ?? []) as ContentBlock[] };
    this.#results = checkpoint.results;
    this.#turns = checkpoint.turns;
    this.#usage = checkpoint.usage;
    this.#cost = checkpoint.cost;
  }
}

function isToolResult(block: ContentBlockParam): boolean {
  return block.type === 'tool_result';
}

function isToolUse(block: ContentBlock): block is ToolUseBlock {
  return block.type === 'tool_use';
}
