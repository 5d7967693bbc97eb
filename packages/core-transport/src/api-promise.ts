/** Status, headers and request id of a response. */
export interface ResponseFacts {
  /** HTTP status. */
  readonly status: number;
  /** Response headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request id, for support requests and logs. Null if the response did not include one. */
  readonly requestId: string | null;
}

/** Parsed response data together with the status, headers and request id of the response. */
export interface WithResponse<T> extends ResponseFacts {
  /** Parsed response data. */
  readonly data: T;
}

/** Internal result of a call. */
export interface Reply<T> extends WithResponse<T> {
  /** The raw response, if it was requested before the response arrived. */
  readonly response: Response | undefined;
}

/**
 * The result of a call. Await it for the parsed data, or call {@link ApiPromise.withResponse} or
 * {@link ApiPromise.asResponse} for the response as well.
 *
 * @typeParam T - The parsed data.
 */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag]: string = 'ApiPromise';
  readonly #reply: Promise<Reply<T>>;
  readonly #wantRaw: () => void;

  /**
   * @param reply - The reply that the call resolves to.
   * @param wantRaw - Called when the raw response is requested.
   * @internal
   */
  constructor(reply: Promise<Reply<T>>, wantRaw: () => void) {
    this.#reply = reply;
    this.#wantRaw = wantRaw;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is meant to be awaited.
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    // The callbacks are passed on as they are: `await` passes functions that lead the engine to the caller's frames.
    return this.#reply.then(dataOf<T>).then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#reply.then(dataOf<T>).finally(onFinally);
  }

  /** Resolves to the parsed data together with the status, headers and request id. */
  async withResponse(): Promise<WithResponse<T>> {
    const reply = await this.#reply;
    const { status, headers, requestId } = reply;
    return { data: await dataOf(reply), status, headers, requestId };
  }

  /**
   * Resolves to the raw response, with its body unread and not validated. Error responses are thrown as usual. Call
   * it synchronously after making the request: once the body has been read, the response is rebuilt from the parsed
   * data.
   */
  async asResponse(): Promise<Response> {
    this.#wantRaw();
    const { response, data, status, headers } = await this.#reply;
    return response ?? Response.json(data, { status, headers: withoutFraming(headers) });
  }
}

function dataOf<T>(reply: Reply<T>): T | Promise<T> {
  return reply.response === undefined ? reply.data : (reply.response.clone().json() as Promise<T>);
}

function withoutFraming(headers: Readonly<Record<string, string>>): Record<string, string> {
  const copy = { ...headers };
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) delete copy[name];
  return copy;
}
