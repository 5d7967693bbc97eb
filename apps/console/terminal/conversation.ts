/** A conversation with the model. */
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

/** Receives a reply while it streams. */
export interface ReplyListener {
  /** Called with each text delta. */
  onText(text: string): void;
  /** Called with each thinking delta. */
  onThinking(thinking: string): void;
  /** Called with each complete content block. */
  onBlock(block: ContentBlock): void;
  /** Called with each result of a tool that the model called. */
  onToolResult(result: ToolResultBlockParam): void;
}

/** How a reply ended. */
export interface ReplyEnd {
  /** Why the model stopped. Undefined if the user interrupted it. */
  readonly stopReason: string | undefined;
  /** Token usage. Undefined if the reply was interrupted before the service reported any. */
  readonly usage: Usage | undefined;
}

/** Options for {@link Conversation}. */
export interface ConversationOptions {
  readonly client: InferenceClient;
  /** Model, system prompt and token limits. */
  readonly settings: Arguments;
  /** Tools that the model may call. */
  readonly tools: readonly RunnableTool[];
}

/** A conversation with the model. It keeps everything that arrived, even if a reply is interrupted or fails. */
export class Conversation {
  readonly #options: ConversationOptions;
  #messages: MessageParam[] = [];

  /** @param options - See {@link ConversationOptions}. */
  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** The messages so far. */
  get messages(): readonly MessageParam[] {
    return this.#messages;
  }

  /** Removes all messages. */
  clear(): void {
    this.#messages = [];
  }

  /** Adds a user message. The service merges consecutive user messages. */
  addUserMessage(content: ContentBlockParam[]): void {
    this.#messages.push({ role: 'user', content });
  }

  /** Removes a message that was added. Returns whether it was the last one, without any reply to it. */
  removeUnanswered(content: ContentBlockParam[]): boolean {
    if (this.#messages.at(-1)?.content !== content) return false;
    this.#messages.pop();
    return true;
  }

  /** Counts the input tokens of the next request. */
  async countTokens(signal: AbortSignal): Promise<number> {
    const { max_tokens: _, tools, ...rest } = this.#request();
    const definitions = tools.map((tool) => ('definition' in tool ? tool.definition : tool));
    const params = { ...rest, tools: definitions };
    return (await this.#options.client.messages.countTokens(params, { signal })).input_tokens;
  }

  /**
   * Streams the reply to the last message, runs the tools that it calls, and adds everything to the conversation. An
   * interrupted reply is added as far as it arrived.
   *
   * @param listener - Receives the reply while it streams.
   * @param signal - Aborts when the user interrupts.
   * @throws {ParlanceError} When a request fails. Completed steps stay in the conversation.
   */
  async reply(listener: ReplyListener, signal: AbortSignal): Promise<ReplyEnd> {
    let stream: MessageStream | undefined;
    try {
      const run = await runTools(this.#options.client, this.#request(), {
        signal,
        onStream: (opened) => {
          stream = listen(opened, listener);
        },
        onStep: ({ message, results }) => {
          stream = undefined;
          for (const result of results) listener.onToolResult(result);
          this.#add('assistant', message.content);
          this.#add('user', [...results]);
        },
      });
      return { stopReason: run.message.stop_reason ?? undefined, usage: run.usage };
    } catch (error) {
      if (!signal.aborted) throw error;
      const partial: Message | undefined = stream?.snapshot;
      this.#add('assistant', (partial?.content ?? []).filter(isUsable));
      return { stopReason: undefined, usage: partial?.usage };
    }
  }

  #add(role: MessageParam['role'], content: ContentBlockParam[]): void {
    if (content.length > 0) this.#messages.push({ role, content });
  }

  #request(): ToolRunParams {
    const { model, maxTokens, system, thinkingTokens } = this.#options.settings;
    return {
      model,
      max_tokens: maxTokens,
      messages: this.#messages,
      tools: this.#options.tools,
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

/** Only text is usable when partial: partial thinking lacks a signature, and a partial tool call lacks its input. */
function isUsable(block: ContentBlock): boolean {
  return block.type === 'text' && block.text !== '';
}
