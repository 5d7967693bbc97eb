import { CallSite } from '../errors/call-site.js';
import type { BodySink, HttpBody } from '../http-adapter.js';
import type { Attempt } from '../pipeline/attempt.js';
import type { CallRun } from '../pipeline/call-run.js';
import { releaseWhenDropped } from '../release-when-dropped.js';

const HIGH_WATER_BYTES = 262_144;

type Controller = ReadableStreamDefaultController<Uint8Array>;

/**
 * Converts a response body to a web stream. The call ends when the stream does, or when the stream is dropped. The
 * stream fails if the server is silent for `silenceMs`; a slow reader pauses the connection.
 */
export function bodyStream(run: CallRun, attempt: Attempt, body: HttpBody): ReadableStream<Uint8Array> {
  const reader = new BodyReader(run, attempt, body);
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => reader.pull(controller),
      cancel: () => reader.cancel(),
    },
    // The reader has the buffer.
    { highWaterMark: 0 },
  );
  releaseWhenDropped(stream, () => reader.cancel());
  return stream;
}

/** A read of the consumer that waits for data. */
interface Pending {
  readonly controller: Controller;
  readonly resolve: () => void;
}

/**
 * Buffers a response body for the web stream that reads it. The connection refers to this object, and this object refers
 * to the stream only while somebody waits for data: a stream that is dropped can be garbage collected.
 */
class BodyReader implements BodySink {
  readonly #run: CallRun;
  readonly #attempt: Attempt;
  readonly #body: HttpBody;
  readonly #site: CallSite = new CallSite(BodyReader);
  #chunks: Uint8Array[] = [];
  #waitingBytes = 0;
  #isPaused = false;
  #end: { readonly error: Error | undefined } | undefined;
  #pending: Pending | undefined;

  constructor(run: CallRun, attempt: Attempt, body: HttpBody) {
    this.#run = run;
    this.#attempt = attempt;
    this.#body = body;
    // A user-supplied adapter may ignore the cancellation.
    attempt.cancellation.listen((reason) => {
      body.cancel();
      // What has arrived is delivered before an error, but not after an abort.
      this.#chunks = [];
      this.fail(reason);
    });
    this.#enterPace();
    body.read(this);
  }

  data(chunk: Uint8Array): void {
    if (this.#end !== undefined) return;
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.byteLength;
    if (!this.#isPaused) this.#attempt.deadlines.touch();
    this.#settle();
    if (this.#isPaused || this.#waitingBytes <= HIGH_WATER_BYTES) return;
    this.#isPaused = true;
    this.#enterPace();
    this.#body.pause();
  }

  end(): void {
    this.#finish(undefined);
  }

  fail(error: unknown): void {
    this.#finish(this.#attempt.explain(error));
  }

  /** Hands the next chunk, or the end, to the stream; resolves when it has arrived. */
  pull(controller: Controller): Promise<void> {
    return new Promise((resolve) => {
      this.#pending = { controller, resolve };
      this.#settle();
    });
  }

  /** Closes the connection, because nobody reads the rest. */
  cancel(): void {
    if (this.#end === undefined) this.#body.cancel();
    this.#chunks = [];
    this.#finish(undefined);
  }

  #finish(error: Error | undefined): void {
    if (this.#end !== undefined) return;
    this.#end = { error };
    if (error !== undefined) this.#site.addTo(error);
    this.#run.end(error, undefined);
    this.#settle();
  }

  /** Ends the pending read, if what it waits for has arrived. */
  #settle(): void {
    const pending = this.#pending;
    const chunk = this.#chunks[0];
    if (pending === undefined || (chunk === undefined && this.#end === undefined)) return;
    this.#pending = undefined;
    if (chunk !== undefined) this.#take(pending.controller, chunk);
    if (this.#chunks.length === 0) this.#close(pending.controller, chunk !== undefined);
    pending.resolve();
  }

  #take(controller: Controller, chunk: Uint8Array): void {
    this.#chunks.shift();
    this.#waitingBytes -= chunk.byteLength;
    controller.enqueue(chunk);
    if (!this.#isPaused || this.#end !== undefined) return;
    this.#isPaused = this.#waitingBytes > 0;
    this.#enterPace();
    if (!this.#isPaused) this.#body.resume();
  }

  /** An error would discard a chunk that has not been read yet, so it waits for the next read. */
  #close(controller: Controller, hasUnread: boolean): void {
    if (this.#end === undefined) return;
    const { error } = this.#end;
    if (error === undefined) controller.close();
    else if (!hasUnread) controller.error(error);
  }

  #enterPace(): void {
    const { call, deadlines } = this.#attempt;
    if (this.#isPaused) deadlines.enter('consumer', call.timeouts.consumerMs);
    else deadlines.enter('silence', call.timeouts.silenceMs);
  }
}
