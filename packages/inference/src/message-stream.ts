import { EventStream } from '@parlance/core-transport';
import type { EventStreamParts } from '@parlance/core-transport/internal';
import { createMessage } from '@parlance/schemas/inference';
import type { ContentBlock, Message, MessageStreamEvent, TextCitation } from '@parlance/schemas/inference';
import { MessageAccumulator } from './message-accumulator.js';

/** What can be listened to on a {@link MessageStream}, and what its listeners get. */
export interface MessageStreamListeners {
  /** Every event, and the message so far. */
  event: (event: MessageStreamEvent, message: Message) => void;
  /** A piece of text, and the text of its block so far. */
  text: (text: string, textSoFar: string) => void;
  /** A piece of thinking, and the thinking of its block so far. */
  thinking: (thinking: string, thinkingSoFar: string) => void;
  /** A piece of a tool's input, and the input as far as it is known. */
  inputJson: (partialJson: string, inputSoFar: unknown) => void;
  /** A citation of a text block. */
  citation: (citation: TextCitation, index: number) => void;
  /** A block that is complete. */
  contentBlock: (block: ContentBlock, index: number) => void;
  /** The message, complete. */
  message: (message: Message) => void;
  /** The error with which the stream ended. */
  error: (error: Error) => void;
  /** The stream has ended, in whatever way. */
  end: () => void;
}

type Name = keyof MessageStreamListeners;

/** Parts of a message stream; its accumulator is the message's. */
export type MessageStreamParts = EventStreamParts<MessageStreamEvent, Message>;

/**
 * A message as it is being written. Take its events with `for await`, its text with {@link MessageStream.textStream},
 * the whole with {@link MessageStream.finalMessage}, or listen with {@link MessageStream.on}.
 *
 * @throws {StreamError} On every path, when it ends otherwise than by its last event.
 */
export class MessageStream extends EventStream<MessageStreamEvent, Message> {
  readonly #accumulator: MessageAccumulator | undefined;
  readonly #listeners: Map<Name, Set<MessageStreamListeners[Name]>> = new Map();
  #error: Error | undefined;
  #ended = false;

  /** @param parts - Where the events come from. */
  constructor(parts: MessageStreamParts) {
    super(parts);
    if (parts.accumulator instanceof MessageAccumulator) this.#accumulator = parts.accumulator;
  }

  /**
   * Makes a message stream from what {@link EventStream.toReadableStream} wrote, for example in a browser to which a
   * server hands the stream on.
   *
   * @param stream - Lines of JSON, one for each event.
   */
  static fromReadableStream(stream: ReadableStream<Uint8Array>): MessageStream {
    return new MessageStream({
      ...EventStream.partsOf<MessageStreamEvent>(createMessage, stream),
      accumulator: new MessageAccumulator(),
    });
  }

  /**
   * Listens. A stream that nobody consumes by the end of the current turn then runs by itself; when it fails and
   * nobody listens to `error`, the failure is an unhandled rejection.
   *
   * @param name - What to listen to.
   * @param listener - Called with it.
   */
  on<N extends Name>(name: N, listener: MessageStreamListeners[N]): this {
    const listeners = this.#listeners.get(name) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(name, listeners);
    queueMicrotask(() => {
      if (this.#ended) this.#emitEnd();
      else if (!this.isTaken) void this.#run();
    });
    return this;
  }

  /** Listens no more. */
  off<N extends Name>(name: N, listener: MessageStreamListeners[N]): this {
    this.#listeners.get(name)?.delete(listener);
    return this;
  }

  /**
   * Waits for the whole message.
   *
   * @throws {StreamError} When the stream ends otherwise; `partial` holds what had arrived.
   */
  async finalMessage(): Promise<Message> {
    await this.consumed();
    // A stream that has completed began with its message.
    return this.snapshot as Message;
  }

  /** Waits for the whole message and gives its text: that of all text blocks, one after the other. */
  async finalText(): Promise<string> {
    let text = '';
    for (const block of (await this.finalMessage()).content) if (block.type === 'text') text += block.text;
    return text;
  }

  /** Gives the text as it arrives. */
  async *textStream(): AsyncGenerator<string, undefined> {
    for await (const event of this)
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield event.delta.text;
  }

  /**
   * The input of a tool as far as it has arrived. Looking at it after every event costs no more than parsing it once.
   *
   * @param index - Place of the block in `content`.
   * @returns The input so far, alive: later events change it in place. Undefined when there is none.
   */
  partialInput(index: number): unknown {
    return this.#accumulator?.partialInput(index);
  }

  /** Splits the stream in two that can be consumed independently; this one can't be consumed any more. */
  tee(): [MessageStream, MessageStream] {
    const [first, second] = this.teeParts();
    const branch = (parts: EventStreamParts<MessageStreamEvent, never>): MessageStream =>
      new MessageStream({ ...parts, accumulator: new MessageAccumulator() });
    return [branch(first), branch(second)];
  }

  protected override handOver(event: MessageStreamEvent): void {
    if (this.#listeners.size === 0) return;
    const message = this.snapshot;
    if (message === undefined) return;
    this.#emit('event', event, message);
    if (event.type === 'content_block_stop') {
      const block = message.content[event.index];
      if (block !== undefined) this.#emit('contentBlock', block, event.index);
    } else if (event.type === 'content_block_delta') this.#emitDelta(event.index, event.delta, message);
    else if (event.type === 'message_stop') this.#emit('message', message);
  }

  protected override handOverEnd(error: Error | undefined): void {
    this.#error = error;
    this.#ended = true;
    this.#emitEnd();
  }

  /** Tells of the end; to those who come later too. */
  #emitEnd(): void {
    try {
      if (this.#error !== undefined) this.#emit('error', this.#error);
      this.#emit('end');
    } finally {
      this.#listeners.clear();
    }
  }

  #emitDelta(
    index: number,
    delta: Extract<MessageStreamEvent, { type: 'content_block_delta' }>['delta'],
    message: Message,
  ): void {
    const block = message.content[index] as { text?: string; thinking?: string } | undefined;
    if (delta.type === 'text_delta') this.#emit('text', delta.text, block?.text ?? '');
    else if (delta.type === 'thinking_delta') this.#emit('thinking', delta.thinking, block?.thinking ?? '');
    else if (delta.type === 'citations_delta') this.#emit('citation', delta.citation, index);
    else if (delta.type === 'input_json_delta' && this.#listeners.has('inputJson'))
      this.#emit('inputJson', delta.partial_json, this.partialInput(index));
  }

  #emit<N extends Name>(name: N, ...values: Parameters<MessageStreamListeners[N]>): void {
    const listeners = this.#listeners.get(name);
    if (listeners === undefined) return;
    for (const listener of listeners) (listener as (...values: unknown[]) => void)(...values);
  }

  async #run(): Promise<void> {
    const heard = this.#listeners.has('error');
    try {
      await this.drain();
    } catch (error) {
      if (!heard || error !== this.#error) throw error;
    }
  }
}
