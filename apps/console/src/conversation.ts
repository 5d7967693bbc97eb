/** A conversation with the service: it is kept whatever happens to a reply. */
import {
  StreamError,
  type ContentBlock,
  type ContentBlockParam,
  type InferenceClient,
} from '@parlance/inference';
import type { Message, MessageCreateParams, MessageParam } from '@parlance/inference';
import type { Arguments } from './arguments.js';

/** Hears of a reply while it is written. */
export interface ReplyListener {
  /** A piece of the text. */
  onText(text: string): void;
  /** A piece of what the model thinks. */
  onThinking(thinking: string): void;
  /** A block that is complete. */
  onBlock(block: ContentBlock): void;
}

/** How a reply ended. */
export interface ReplyEnd {
  /** The message, or what had arrived of it; undefined when nothing had. */
  readonly message: Message | undefined;
  /** True when the user interrupted it. */
  readonly isInterrupted: boolean;
}

/** A conversation with the service. */
export class Conversation {
  readonly #client: InferenceClient;
  readonly #settings: Arguments;
  #messages: MessageParam[] = [];

  /**
   * @param client - Client of the service.
   * @param settings - Model, system prompt and bounds.
   */
  constructor(client: InferenceClient, settings: Arguments) {
    this.#client = client;
    this.#settings = settings;
  }

  /** Number of turns so far. */
  get length(): number {
    return this.#messages.length;
  }

  /** Forgets everything. */
  clear(): void {
    this.#messages = [];
  }

  /** Adds a user turn; what follows another user turn is sent as one with it. */
  say(content: ContentBlockParam[]): void {
    this.#messages.push({ role: 'user', content });
  }

  /** Takes back the last user turn. */
  takeBack(): void {
    if (this.#messages.at(-1)?.role === 'user') this.#messages.pop();
  }

  /** Counts the input tokens of the next request. */
  async countTokens(): Promise<number> {
    const { max_tokens: _, ...rest } = this.#request();
    return (await this.#client.messages.countTokens(rest)).input_tokens;
  }

  /**
   * Gets the reply to what was said, and keeps it. What has arrived when the user interrupts is kept too.
   *
   * @param listener - Hears of it while it is written.
   * @param signal - Fires when the user interrupts.
   * @throws {ParlanceError} When the service refuses or fails; nothing is added then.
   */
  async reply(listener: ReplyListener, signal: AbortSignal): Promise<ReplyEnd> {
    const stream = this.#client.messages.stream(this.#request(), { signal });
    stream.on('text', (text) => listener.onText(text));
    stream.on('thinking', (thinking) => listener.onThinking(thinking));
    stream.on('contentBlock', (block) => listener.onBlock(block));
    try {
      const message = await stream.finalMessage();
      this.#keep(message.content);
      return { message, isInterrupted: false };
    } catch (error) {
      if (!signal.aborted) throw error;
      const partial = StreamError.is(error) ? (error as StreamError<Message>).partial : undefined;
      this.#keep((partial?.content ?? []).filter(isWhole));
      return { message: partial, isInterrupted: true };
    }
  }

  #keep(content: ContentBlock[]): void {
    if (content.length > 0) this.#messages.push({ role: 'assistant', content });
  }

  #request(): MessageCreateParams {
    const { model, maxTokens, system, thinkingTokens } = this.#settings;
    return {
      model,
      max_tokens: maxTokens,
      messages: this.#messages,
      ...(system !== undefined && { system }),
      ...(thinkingTokens !== undefined && {
        thinking: { type: 'enabled', budget_tokens: thinkingTokens },
      }),
    };
  }
}

/** Text can be kept half-written; half a thought has no signature, half a call no input. */
function isWhole(block: ContentBlock): boolean {
  return block.type === 'text' && block.text !== '';
}
