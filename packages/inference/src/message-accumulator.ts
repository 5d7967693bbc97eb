import { ParlanceError } from '@parlance/core-transport';
import { PartialJson, type Accumulator } from '@parlance/core-transport/internal';
import type {
  ContentBlock,
  ContentBlockDelta,
  Message,
  MessageDeltaEvent,
  MessageStreamEvent,
  Usage,
} from '@parlance/schemas/inference';

/** Pieces of text to join at a time. Appending each by itself would keep it in memory, as a part of a deeply nested string. */
const MAX_PIECES = 128;

/** A tool input that is still arriving. */
interface PendingInput {
  readonly pieces: string[];
  /** Created on the first call of `partialInput`. */
  parser: PartialJson | undefined;
  /** Number of pieces that the parser has consumed. */
  parsed: number;
}

/** Pieces of text that have not been added to their block. */
interface PendingText {
  readonly block: OpenBlock;
  readonly field: 'text' | 'thinking';
  readonly pieces: string[];
}

/** A block that is still arriving. Unknown fields are kept. */
type OpenBlock = ContentBlock & {
  text?: string;
  thinking?: string;
  signature?: string;
  citations?: unknown[] | null;
  input?: unknown;
};

/**
 * Accumulates the events of a message stream into a message. The work is linear in the number of events: text grows by
 * joined pieces, and a tool input is parsed once when its block completes, plus once piece by piece if `partialInput` is
 * called before that.
 */
export class MessageAccumulator implements Accumulator<MessageStreamEvent, Message> {
  #message: Message | undefined;
  #stopped = false;
  readonly #open: Map<number, PendingInput | null> = new Map();
  #text: PendingText | undefined;
  /** Whether the message has been returned. It must be up to date from then on. */
  #isSeen = false;
  /** Index of a block whose input ended in the middle, which is only valid when the reply reached a token limit. */
  #cutInput: number | undefined;

  push(event: MessageStreamEvent): void {
    switch (event.type) {
      case 'content_block_delta':
        this.#grow(event.index, event.delta);
        return;
      case 'content_block_start':
        this.#begin(event.index, event.content_block);
        return;
      case 'content_block_stop':
        this.#complete(event.index);
        return;
      case 'message_delta':
        this.#update(event);
        return;
      case 'message_start':
        if (this.#message !== undefined) throw outOfOrder('a second message_start');
        this.#message = {
          ...event.message,
          content: [...event.message.content],
          usage: { ...event.message.usage },
        };
        return;
      case 'message_stop':
        this.#stop();
        return;
      default:
      // Event types added later are only emitted.
    }
  }

  /** The message so far. Later events change it in place. */
  snapshot(): Message | undefined {
    this.#isSeen = true;
    this.#addText();
    return this.#message;
  }

  usage(): Usage | undefined {
    return this.#message?.usage;
  }

  /**
   * Returns the tool input received so far, undefined when the block has no input or nothing has arrived. The next call
   * may change the returned value in place.
   *
   * @param index - Index of the block in `content`.
   */
  partialInput(index: number): unknown {
    const pending = this.#open.get(index);
    if (pending === undefined) return (this.#message?.content[index] as OpenBlock | undefined)?.input;
    if (pending === null || pending.pieces.length === 0) return undefined;
    pending.parser ??= new PartialJson();
    try {
      while (pending.parsed < pending.pieces.length) {
        pending.parser.push(pending.pieces[pending.parsed] ?? '');
        pending.parsed += 1;
      }
    } catch {
      throw badInput(index);
    }
    return pending.parser.value;
  }

  #started(event: string): Message {
    if (this.#message === undefined) throw outOfOrder(`${event} before message_start`);
    if (this.#stopped) throw outOfOrder(`${event} after message_stop`);
    return this.#message;
  }

  #begin(index: number, block: ContentBlock): void {
    const { content } = this.#started('content_block_start');
    if (index !== content.length)
      throw outOfOrder(`content_block_start ${index} after ${content.length} blocks`);
    content.push({ ...block });
    this.#open.set(index, null);
  }

  #grow(index: number, delta: ContentBlockDelta): void {
    const block = this.#started('content_block_delta').content[index] as OpenBlock | undefined;
    const pending = this.#open.get(index);
    if (block === undefined || pending === undefined)
      throw outOfOrder(`content_block_delta ${index} without content_block_start`);
    switch (delta.type) {
      case 'text_delta':
        this.#append(block, 'text', delta.text);
        return;
      case 'input_json_delta':
        if (pending === null)
          this.#open.set(index, { pieces: [delta.partial_json], parser: undefined, parsed: 0 });
        else pending.pieces.push(delta.partial_json);
        return;
      case 'thinking_delta':
        this.#append(block, 'thinking', delta.thinking);
        return;
      case 'signature_delta':
        block.signature = delta.signature;
        return;
      case 'citations_delta':
        // The first list belongs to the event, so it is never changed.
        if (Array.isArray(block.citations) && block.citations.length > 0)
          block.citations.push(delta.citation);
        else block.citations = [delta.citation];
        return;
      case 'compaction_delta': {
        const { type: _type, ...fields } = delta;
        Object.assign(block, fields);
        return;
      }
      default:
      // Delta types added later are only emitted.
    }
  }

  #append(block: OpenBlock, field: 'text' | 'thinking', piece: string): void {
    if (this.#text?.block !== block || this.#text.field !== field) {
      this.#addText();
      this.#text = { block, field, pieces: [] };
    }
    this.#text.pieces.push(piece);
    if (this.#isSeen || this.#text.pieces.length === MAX_PIECES) this.#addText();
  }

  /** Adds the text that has arrived to its block. */
  #addText(): void {
    if (this.#text === undefined) return;
    const { block, field, pieces } = this.#text;
    block[field] = (block[field] ?? '') + pieces.join('');
    this.#text = undefined;
  }

  #complete(index: number): void {
    const block = this.#started('content_block_stop').content[index] as OpenBlock | undefined;
    const pending = this.#open.get(index);
    if (block === undefined || pending === undefined)
      throw outOfOrder(`content_block_stop ${index} without content_block_start`);
    this.#open.delete(index);
    if (pending === null) return;
    const text = pending.pieces.join('');
    try {
      block.input = text === '' ? {} : JSON.parse(text);
    } catch {
      block.input = prefixOf(text, index);
      this.#cutInput = index;
    }
  }

  #update(event: MessageDeltaEvent): void {
    const message = this.#started('message_delta');
    assignKnown(message, event.delta, (value) => value !== undefined);
    assignKnown(message.usage, event.usage, (value) => value !== undefined && value !== null);
    if (event.context_management !== undefined) message.context_management = event.context_management;
  }

  #stop(): void {
    const { stop_reason: reason } = this.#started('message_stop');
    if (this.#cutInput !== undefined && !CUT_REASONS.has(reason)) throw badInput(this.#cutInput);
    if (this.#open.size > 0) throw outOfOrder('message_stop before content_block_stop');
    this.#stopped = true;
  }
}

/** Copies fields, including those that are not known here. */
function assignKnown(target: object, source: object | undefined, wanted: (value: unknown) => boolean): void {
  for (const [name, value] of Object.entries(source ?? {}))
    // Assigning to `__proto__` would set the prototype.
    if (wanted(value) && name !== '__proto__') (target as Record<string, unknown>)[name] = value;
}

function outOfOrder(event: string): ParlanceError {
  return new ParlanceError('event_out_of_order', `the service sent ${event}`);
}

/** Stop reasons of a reply that can end in the middle of a tool input. */
const CUT_REASONS: ReadonlySet<unknown> = new Set(['max_tokens', 'model_context_window_exceeded']);

/** Parses a tool input that ended in the middle. */
function prefixOf(text: string, index: number): unknown {
  const parser = new PartialJson();
  try {
    parser.push(text);
  } catch {
    throw badInput(index);
  }
  return parser.value ?? {};
}

function badInput(index: number): ParlanceError {
  return new ParlanceError('invalid_tool_input', `the input of block ${index} is not valid JSON`);
}
