import { createParser, type EventSourceMessage, type EventSourceParser } from 'eventsource-parser';

/** One server-sent event: its data, and its name if it has one. */
export type SseEvent = Pick<EventSourceMessage, 'data' | 'event'>;

/** Decodes a `text/event-stream` body from chunks, which may be split anywhere, even within a character. */
export class SseDecoder {
  readonly #text = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #parser: EventSourceParser;
  #isTooLarge = false;

  /**
   * @param onEvent - Called with each event.
   * @param maxLength - Maximum number of characters to buffer for an incomplete event.
   */
  constructor(onEvent: (event: SseEvent) => void, maxLength: number) {
    this.#parser = createParser({
      maxBufferSize: maxLength,
      onEvent,
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.#isTooLarge = true;
      },
    });
  }

  /**
   * Decodes the next chunk.
   *
   * @returns False if an event exceeds the limit, after which the decoder accepts no more chunks.
   */
  push(chunk: Uint8Array): boolean {
    this.#parser.feed(this.#text.decode(chunk, { stream: true }));
    return !this.#isTooLarge;
  }
}
