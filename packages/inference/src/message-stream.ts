import { EventStream } from '@parlance/core-transport';
import { bindToCaller, type EventStreamParts } from '@parlance/core-transport/internal';
import { createMessage } from '@parlance/schemas/inference';
import type { ContentBlock, Message, MessageStreamEvent, TextCitation } from '@parlance/schemas/inference';
import { MessageAccumulator } from './message-accumulator.js';

/** Listeners of a {@link MessageStream}, by the name to pass to {@link MessageStream.on}. */
export interface MessageStreamListeners {
  /** Called for every event, with the message so far. */
  event: (event: MessageStreamEvent, message: Message) => void;
  /** Called for each piece of text, with the text of its block so far. */
  text: (text: string, textSoFar: string) => void;
  /** Called for each piece of thinking, with the thinking of its block so far. */
  thinking: (thinking: string, thinkingSoFar: string) => void;
  /** Called for each piece of a tool input, with the input parsed so far. */
  inputJson: (partialJson: string, inputSoFar: unknown) => void;
  /** Called for each citation of a text block, with the index of the block. */
  citation: (citation: TextCitation, index: number) => void;
  /** Called when a content block is complete, with its index. */
  contentBlock: (block: ContentBlock, index: number) => void;
  /** Called when the message is complete. */
  message: (message: Message) => void;
  /** Called when the stream fails. */
  error: (error: Error) => void;
  /** Called last, whether the stream completed or failed. */
  end: () => void;
}

type Name = keyof MessageStreamListeners;
type Listener = (...values: unknown[]) => void;

/** Source and accumulator that a {@link MessageStream} is built from. */
export type MessageStreamParts = EventStreamParts<MessageStreamEvent, Message>;

/**
 * A message that is being generated. Iterate over its events with `for await` or over its text with
 * {@link MessageStream.textStream}, await the whole message with {@link MessageStream.finalMessage}, or add listeners
 * with {@link MessageStream.on}.
 *
 * @throws {StreamError} From every way of consuming it, when the stream ends before its last event.
 */
export class MessageStream extends EventStream<MessageStreamEvent, Message> {
  readonly #accumulator: MessageAccumulator | undefined;
  /** By name and by the listener itself, bound to the async context in which it was added. */
  readonly #listeners: Map<Name, Map<Listener, Listener>> = new Map();
  #error: Error | undefined;
  #ended = false;

  /** @param parts - Source of the events, and their accumulator. */
  constructor(parts: MessageStreamParts) {
    super(parts);
    if (parts.accumulator instanceof MessageAccumulator) this.#accumulator = parts.accumulator;
  }

  /**
   * Creates a message stream from the output of {@link EventStream.toReadableStream}. Use it in a browser to consume a
   * stream that your server forwards.
   *
   * @param stream - Newline-delimited JSON, one event per line.
   */
  static fromReadableStream(stream: ReadableStream<Uint8Array>): MessageStream {
    return new MessageStream({
      ...EventStream.partsOf<MessageStreamEvent>(createMessage, stream),
      accumulator: new MessageAccumulator(),
    });
  }

  /**
   * Adds a listener. A stream without another consumer starts on its own in the next microtask. If it then fails without
   * an `error` listener, the failure is an unhandled rejection. `error` and `end` listeners added after the end are still
   * called.
   *
   * @param name - Name of the event; see {@link MessageStreamListeners}.
   * @param listener - Called synchronously, in the order of the events, and in the async context of the present caller.
   */
  on<N extends Name>(name: N, listener: MessageStreamListeners[N]): this {
    const listeners = this.#listeners.get(name) ?? new Map<Listener, Listener>();
    listeners.set(listener as Listener, bindToCaller(listener as Listener));
    this.#listeners.set(name, listeners);
    queueMicrotask(() => {
      if (this.#ended) this.#emitEnd();
      else if (!this.isTaken) void this.#run();
    });
    return this;
  }

  /** Removes a listener. */
  off<N extends Name>(name: N, listener: MessageStreamListeners[N]): this {
    this.#listeners.get(name)?.delete(listener as Listener);
    return this;
  }

  /**
   * Consumes the stream and resolves to the complete message.
   *
   * @throws {StreamError} When the stream ends before its last event; `partial` is the message received so far.
   */
  async finalMessage(): Promise<Message> {
    await this.consumed();
    // A completed stream has a message: the accumulator requires `message_start` first.
    return this.snapshot as Message;
  }

  /** Consumes the stream and resolves to the text of all text blocks, concatenated. */
  async finalText(): Promise<string> {
    let text = '';
    for (const block of (await this.finalMessage()).content) if (block.type === 'text') text += block.text;
    return text;
  }

  /** Yields the pieces of text as they arrive. */
  async *textStream(): AsyncGenerator<string, undefined> {
    for await (const event of this)
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield event.delta.text;
  }

  /**
   * Returns the tool input received so far, for example to show it while the model writes it. Calling this after every
   * event is cheap: each piece is parsed once.
   *
   * @param index - Index of the block in `content`.
   * @returns The partial input, which later calls may change in place. Undefined when the block has no input yet.
   */
  partialInput(index: number): unknown {
    return this.#accumulator?.partialInput(index);
  }

  /** Splits the stream into two that can be consumed independently. The original can no longer be consumed. */
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

  /** Also runs for listeners that are added after the end. */
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
    for (const listener of listeners.values()) listener(...values);
  }

  async #run(): Promise<void> {
    const hasErrorListener = this.#listeners.has('error');
    try {
      await this.drain();
    } catch (error) {
      if (!hasErrorListener || error !== this.#error) throw error;
    }
  }
}
