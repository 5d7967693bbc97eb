/** The emulator as a `fetch` function. */
import type { Engine } from '../engine/message.js';
import { isStream, type BodyStream, type FakeRequest, type FakeResponse } from '../engine/message.js';

/**
 * Creates a `fetch` function that sends every request to the emulator.
 *
 * @param engine - Engine that handles the requests.
 */
export function createFetch(engine: Engine): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const response = await handle(engine, {
      method: request.method,
      target: url.pathname + url.search,
      origin: url.origin,
      headers: Object.fromEntries(request.headers),
      body: request.body,
      onDisconnect: (listener) => request.signal.addEventListener('abort', listener, { once: true }),
    });
    if (request.signal.aborted && isStream(response.body)) response.body.cancel();
    request.signal.throwIfAborted();
    const { status, headers } = response;
    if (isStream(response.body))
      return new Response(toWebStream(response.body, request.signal), { status, headers });
    const hasBody = status !== 204 && status !== 304;
    return new Response(hasBody ? (response.body as string | Uint8Array<ArrayBuffer>) : null, {
      status,
      headers,
    });
  };
}

/** Handles a request. A cut connection fails in the same way as with the global `fetch`. */
async function handle(engine: Engine, request: FakeRequest): Promise<FakeResponse> {
  try {
    return await engine.handle(request);
  } catch (error) {
    throw new TypeError('fetch failed', { cause: error });
  }
}

const encoder = new TextEncoder();

function toWebStream(body: BodyStream, signal: AbortSignal): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let stop: () => void = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const onAbort = (): void => {
        body.cancel();
        controller.error(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      stop = () => signal.removeEventListener('abort', onAbort);
    },
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (signal.aborted) return;
      if (done === true) {
        stop();
        controller.close();
      } else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    cancel() {
      stop();
      body.cancel();
    },
  });
}
