/** A conversation with the service: it is kept whatever happens to a reply. */
import {
  runTools,
  type ContentBlock,
  type ContentBlockParam,
  type InferenceClient,
  type Message,
  type MessageParam,
  type MessageStream,
  type RunnableTool,
  type ToolResultBlockParam,
  type ToolRunParams,
  type Usage,
} from '@parlance/inference';
import type { Arguments } from './arguments.js';

/** Hears of a reply while it is written. */
export interface ReplyListener {
  /** A piece of the text. */
  onText(text: string): void;
  /** A piece of what the model thinks. */
  onThinking(thinking: string): void;
  /** A block that is complete. */
  onBlock(block: ContentBlock): void;
  /** What a tool gave that the model had called. */
  onToolResult(result: ToolResultBlockParam): void;
}

/** How a reply ended. */
export interface ReplyEnd {
  /** Why the model stopped; undefined when it was interrupted. */
  readonly stopReason: string | undefined;
  /** Tokens of the whole reply; undefined when it was interrupted before there were any. */
  readonly usage: Usage | undefined;
}

/** Parts of a conversation. */
export interface ConversationParts {
  readonly client: InferenceClient;
  /** Model, system prompt and bounds. */
  readonly settings: Arguments;
  /** Tools that the model may call. */
  readonly tools: readonly RunnableTool[];
}

/** A conversation with the service. */
export class Conversation {
  readonly #parts: ConversationParts;
  #messages: MessageParam[] = [];

  /** @param parts - See {@link ConversationParts}. */
  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  /** The turns so far. */
  get messages(): readonly MessageParam[] {
    return this.#messages;
  }

  /** Forgets everything. */
  clear(): void {
    this.#messages = [];
  }

  /** Adds a user turn; what follows another user turn is sent as one with it. */
  say(content: ContentBlockParam[]): void {
    this.#messages.push({ role: 'user', content });
  }

  /** Takes back the last turn, if it is the user's. */
  takeBack(): void {
    if (this.#messages.at(-1)?.role === 'user') this.#messages.pop();
  }

  /** Counts the input tokens of the next request. */
  async countTokens(): Promise<number> {
    const { max_tokens: _, tools, ...rest } = this.#request();
    const definitions = tools.map((tool) => ('definition' in tool ? tool.definition : tool));
    return (await this.#parts.client.messages.countTokens({ ...rest, tools: definitions })).input_tokens;
  }

  /**
   * Gets the reply to what was said, runs the tools that it calls, and keeps it all. What has arrived when the user
   * interrupts is kept too.
   *
   * @param listener - Hears of it while it is written.
   * @param signal - Fires when the user interrupts.
   * @throws {ParlanceError} When the service refuses or fails; what came before is kept.
   */
  async reply(listener: ReplyListener, signal: AbortSignal): Promise<ReplyEnd> {
    let stream: MessageStream | undefined;
    try {
      const run = await runTools(this.#parts.client, this.#request(), {
        signal,
        onStream: (opened) => {
          stream = listen(opened, listener);
        },
        onStep: ({ message, results }) => {
          stream = undefined;
          for (const result of results) listener.onToolResult(result);
          this.#keep('assistant', message.content);
          this.#keep('user', [...results]);
        },
      });
      return { stopReason: run.message.stop_reason ?? undefined, usage: run.usage };
    } catch (error) {
      if (!signal.aborted) throw error;
      const partial: Message | undefined = stream?.snapshot;
      this.#keep('assistant', (partial?.content ?? []).filter(isWhole));
      return { stopReason: undefined, usage: partial?.usage };
    }
  }

  #keep(role: MessageParam['role'], content: ContentBlockParam[]): void {
    if (content.length > 0) this.#messages.push({ role, content });
  }

  #request(): ToolRunParams {
    const { model, maxTokens, system, thinkingTokens } = this.#parts.settings;
    return {
      model,
      max_tokens: maxTokens,
      messages: this.#messages,
      tools: this.#parts.tools,
      ...(system !== undefined && { system }),
      ...(thinkingTokens !== undefined && {
        thinking: { type: 'enabled', budget_tokens: thinkingTokens },
      }),
    };
  }
}

function listen(stream: MessageStream, listener: ReplyListener): MessageStream {
  return stream
    .on('text', (text) => listener.onText(text))
    .on('thinking', (thinking) => listener.onThinking(thinking))
    .on('contentBlock', (block) => listener.onBlock(block));
}

/** Text can be kept half-written; half a thought has no signature, half a call no input. */
function isWhole(block: ContentBlock): boolean {
  return block.type === 'text' && block.text !== '';
}
