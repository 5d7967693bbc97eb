/** Status, headers and request id of a response. */
export interface ResponseFacts {
  /** Status. */
  readonly status: number;
  /** Header fields; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request id, null when the response carried none. */
  readonly requestId: string | null;
}

/** Data with the status, headers and request id of its response. */
export interface WithResponse<T> extends ResponseFacts {
  /** The data. */
  readonly data: T;
}

/** Internal result of a call. */
export interface Reply<T> extends WithResponse<T> {
  /** The raw response, when it was requested before it arrived. */
  readonly response: Response | undefined;
}

/**
 * The result of a call: await it for the data, or ask for the response too.
 *
 * @typeParam T - The data.
 */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag]: string = 'ApiPromise';
  readonly #reply: Promise<Reply<T>>;
  readonly #wantRaw: () => void;

  /**
   * @param reply - What the call resolves to.
   * @param wantRaw - Called when the user wants the response itself, its body unread.
   */
  constructor(reply: Promise<Reply<T>>, wantRaw: () => void) {
    this.#reply = reply;
    this.#wantRaw = wantRaw;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting it is its use.
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#reply.then((reply) => take(reply, onFulfilled), onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#reply.then(dataOf<T>).finally(onFinally);
  }

  /** Resolves to the data together with status, headers and request id. */
  async withResponse(): Promise<WithResponse<T>> {
    const reply = await this.#reply;
    const { status, headers, requestId } = reply;
    return { data: await dataOf(reply), status, headers, requestId };
  }

  /**
   * Resolves to the response itself, its body unread and unchecked. Errors of the service are thrown as usual. Ask for it
   * in the same turn as the call: later the body has been read, and the response is made again from the data.
   */
  async asResponse(): Promise<Response> {
    this.#wantRaw();
    const { response, data, status, headers } = await this.#reply;
    return response ?? Response.json(data, { status, headers: withoutFraming(headers) });
  }
}

function take<T, A>(
  reply: Reply<T>,
  onFulfilled: ((value: T) => A | PromiseLike<A>) | null | undefined,
): A | PromiseLike<A> {
  const data = dataOf(reply);
  // Without a callback a promise hands its value on.
  if (typeof onFulfilled !== 'function') return data as A | Promise<A>;
  return data instanceof Promise ? data.then(onFulfilled) : onFulfilled(data);
}

function dataOf<T>(reply: Reply<T>): T | Promise<T> {
  return reply.response === undefined ? reply.data : (reply.response.clone().json() as Promise<T>);
}

function withoutFraming(headers: Readonly<Record<string, string>>): Record<string, string> {
  const copy = { ...headers };
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) delete copy[name];
  return copy;
}
