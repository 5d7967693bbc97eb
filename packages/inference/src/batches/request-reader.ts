/** Reads the requests of a run, batch by batch. */
import { wrong } from '@parlance/core-transport/internal';
import { ConfigError } from '@parlance/core-transport';
import type { MessageBatchRequest } from '@parlance/schemas/inference';
import { IdSum, type IdDigest } from './batch-run-checkpoint.js';

/** The requests of one batch. */
export interface RequestChunk {
  readonly requests: readonly MessageBatchRequest[];
  /** Digest of their ids. */
  readonly digest: IdDigest;
}

/** Limits of a batch. */
export interface BatchLimits {
  /** Maximum number of requests. */
  readonly maxRequests: number;
  /** Maximum size of the body as JSON, in bytes. */
  readonly maxBytes: number;
}

const encoder = new TextEncoder();
/** Bytes of a body without requests. */
const BODY_BYTES = '{"requests":[]}'.length;

/** Reads requests once, in order. Only the requests of one batch are in memory. */
export class RequestReader implements AsyncDisposable {
  readonly #source: AsyncIterator<MessageBatchRequest> | Iterator<MessageBatchRequest>;
  readonly #sum = new IdSum();
  /** The first request of the next batch. */
  #next: MessageBatchRequest | undefined;

  /** @param requests - The requests. */
  constructor(requests: AsyncIterable<MessageBatchRequest> | Iterable<MessageBatchRequest>) {
    this.#source =
      Symbol.asyncIterator in requests ? requests[Symbol.asyncIterator]() : requests[Symbol.iterator]();
  }

  /** Digest of all requests read so far. */
  get digest(): IdDigest {
    return this.#sum.value();
  }

  /** Reads requests up to the limits of a batch. Returns undefined when there are no more. */
  async chunk(limits: BatchLimits): Promise<RequestChunk | undefined> {
    const requests: MessageBatchRequest[] = [];
    const ids = new Set<string>();
    let bytes = BODY_BYTES;
    for (;;) {
      const request = await this.#read();
      if (request === undefined) break;
      bytes += encoder.encode(JSON.stringify(request)).byteLength + 1;
      const isFull =
        requests.length >= limits.maxRequests || (requests.length > 0 && bytes > limits.maxBytes);
      if (isFull) {
        this.#next = request;
        break;
      }
      if (ids.has(request.custom_id))
        throw new ConfigError('requests', `requests must have unique custom_ids: ${request.custom_id}`);
      ids.add(request.custom_id);
      requests.push(request);
    }
    if (requests.length === 0) return undefined;
    return { requests, digest: this.#added(requests) };
  }

  /**
   * Reads the requests that an earlier process has read.
   *
   * @param expected - Digest of the requests.
   * @param take - Called with each request and its index.
   * @throws {ConfigError} When they differ.
   */
  async again(
    expected: IdDigest,
    take: (request: MessageBatchRequest, index: number) => void,
  ): Promise<void> {
    while (this.#sum.count < expected.count) {
      const request = await this.#read();
      if (request === undefined) break;
      take(request, this.#sum.count);
      this.#sum.add(request.custom_id);
    }
    if (this.#sum.equals(expected)) return;
    throw wrong('requests', 'must be those of the run of resumeFrom, in the same order and from the start');
  }

  /** Closes the source. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source.return?.();
  }

  async #read(): Promise<MessageBatchRequest | undefined> {
    const held = this.#next;
    this.#next = undefined;
    if (held !== undefined) return held;
    const { done, value } = await this.#source.next();
    if (done === true) return undefined;
    const { custom_id: id } = (value ?? {}) as Partial<MessageBatchRequest>;
    if (typeof id !== 'string' || id === '')
      throw new ConfigError('requests', 'requests must be objects with custom_id and params');
    return value as MessageBatchRequest;
  }

  #added(requests: readonly MessageBatchRequest[]): IdDigest {
    const sum = new IdSum();
    for (const { custom_id: id } of requests) {
      sum.add(id);
      this.#sum.add(id);
    }
    return sum.value();
  }
}
