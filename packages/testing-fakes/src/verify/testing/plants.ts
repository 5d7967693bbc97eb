/**
 * Emulators with planted divergences, to measure what `parlance-fakes verify` finds. A plant is a function over one exchange: it
 * sees the request, may change it before the emulator handles it, and may change the response. Add one to the list in
 * `planted.ts`, or serve any list with `servePlants`.
 */
import { operations, type Operation } from '@parlance/schemas';
import { listen, type Listening } from '../../adapters/listen.js';
import { headerOf } from '../../engine/headers.js';
import { isStream, type Engine, type FakeRequest, type FakeResponse } from '../../engine/message.js';
import { splitTarget } from '../../engine/read-request.js';
import { readWhole } from '../../engine/receive-body.js';
import { createRouter } from '../../engine/router.js';
import { createFake } from '../../fake/create-fake.js';

/** A JSON object, for plants that change a member of it. */
export type Members = Record<string, unknown>;

/**
 * An exchange as a plant sees it.
 *
 * @typeParam Sent - The members of the body that the plant reads.
 */
export interface Exchanged<Sent = unknown> {
  readonly operation: Operation | undefined;
  /** Path, with the query. */
  target: string;
  readonly headers: Record<string, string>;
  /** JSON body of the request; undefined if it has none. */
  body: Sent;
}

/**
 * A response as a plant changes it.
 *
 * @typeParam Json - The members of the body that the plant reads.
 * @typeParam Data - Those of the events of a stream.
 */
export interface Answer<Json = unknown, Data = unknown> {
  status: number;
  readonly headers: Record<string, string>;
  /** JSON body; undefined for any other. */
  json: Json;
  /** Events of a stream; undefined for any other body. */
  events: { event: string; json: Data }[] | undefined;
}

/** A planted divergence. */
export interface Plant {
  /** Short description. */
  readonly name: string;
  /** Changes a request before the emulator handles it. */
  readonly before?: (exchange: Exchanged) => void;
  /** Changes the response. */
  readonly after?: (answer: Answer, exchange: Exchanged) => void;
}

const route = createRouter(Object.values(operations));

/** Serves an emulator with plants over a socket. */
export async function servePlants(
  plants: readonly Plant[],
): Promise<Listening & { readonly keys: Record<string, string> }> {
  const fake = createFake({ randomSeed: 3, seed: 'demo', clock: { mode: 'running' } });
  const handle = (request: FakeRequest): Promise<FakeResponse> =>
    engineOf(fake.fetch, fake.url).handle(request);
  const engine: Engine = { handle: async (request) => planted(plants, request, handle) };
  return { ...(await listen(engine, {})), keys: { ...fake.keys } };
}

/** Sends requests to an emulator by its `fetch` function. */
function engineOf(fetch: typeof globalThis.fetch, url: string): Engine {
  return {
    async handle({ method, target, headers, body }) {
      const response = await fetch(url + target, {
        method,
        headers: Object.entries(headers).map(([name]): [string, string] => [
          name,
          headerOf(headers, name) ?? '',
        ]),
        body: body as string | Uint8Array<ArrayBuffer> | null,
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: new Uint8Array(await response.arrayBuffer()),
      };
    },
  };
}

async function planted(
  plants: readonly Plant[],
  request: FakeRequest,
  handle: (request: FakeRequest) => Promise<FakeResponse>,
): Promise<FakeResponse> {
  const { path } = splitTarget(request.target);
  const found = route(request.method, path);
  const operation = found.kind === 'operation' ? found.match.operation : undefined;
  const bytes = await readWhole(request.body, Infinity);
  const headers = Object.fromEntries(
    Object.keys(request.headers).map((name) => [name, headerOf(request.headers, name) ?? '']),
  );
  const sent = bytes === null || bytes === undefined ? undefined : parsed(Buffer.from(bytes).toString());
  const exchange: Exchanged = { operation, target: request.target, headers, body: structuredClone(sent) };
  for (const { before } of plants) before?.(exchange);
  const isSame = JSON.stringify(sent) === JSON.stringify(exchange.body);
  delete headers['content-length'];
  const response = await handle({
    ...request,
    target: exchange.target,
    headers,
    body: isSame ? (bytes ?? null) : JSON.stringify(exchange.body),
  });
  if (isStream(response.body)) throw new Error('The emulator was not read to the end.');
  return changed(plants, response, exchange);
}

function changed(plants: readonly Plant[], response: FakeResponse, exchange: Exchanged): FakeResponse {
  const text = Buffer.from(response.body as Uint8Array).toString();
  const isStreamed = response.headers['content-type']?.startsWith('text/event-stream') === true;
  const events = isStreamed ? eventsOf(text) : undefined;
  const answer: Answer = {
    status: response.status,
    headers: { ...response.headers },
    json: parsed(text),
    events,
  };
  const before = JSON.stringify([answer.json, answer.events]);
  for (const { after } of plants) after?.(answer, exchange);
  if (JSON.stringify([answer.json, answer.events]) === before)
    return { status: answer.status, headers: answer.headers, body: response.body };
  const body =
    answer.events === undefined
      ? JSON.stringify(answer.json)
      : answer.events.map(({ event, json }) => `event: ${event}\ndata: ${JSON.stringify(json)}\n\n`).join('');
  return { status: answer.status, headers: answer.headers, body };
}

function eventsOf(text: string): NonNullable<Answer['events']> {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => ({
      event: /^event: (.*)$/m.exec(frame)?.[1] ?? '',
      json: parsed(/^data: (.*)$/m.exec(frame)?.[1] ?? ''),
    }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
