/** A service that records what an emulator responds, and sends it again with one member changed. */
import { FetchAdapter, type HttpAdapter } from '@parlance/core-transport';

/** A response as it was sent. */
export interface Exchange {
  /** Method and path of the request. */
  readonly route: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body that arrived until the client had read enough. */
  text: string;
}

/** Returns an adapter that records the responses of a service. */
export function recording(service: typeof fetch, exchanges: Exchange[]): HttpAdapter {
  return new FetchAdapter({
    fetch: async (...request) => {
      const response = await service(...request);
      const headers = Object.fromEntries(response.headers);
      const exchange: Exchange = { route: routeOf(request), status: response.status, headers, text: '' };
      exchanges.push(exchange);
      const decoder = new TextDecoder();
      const copy = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          exchange.text += decoder.decode(chunk, { stream: true });
          controller.enqueue(chunk);
        },
      });
      const body = response.body?.pipeThrough(copy as TransformStream) ?? null;
      return new Response(body, { status: response.status, headers });
    },
  });
}

/**
 * Returns an adapter that sends recorded responses, by route and in order. The last one of a route is repeated.
 *
 * @param exchanges - The responses.
 * @param onSpent - Called when the client sends many more requests than were recorded: it follows something for ever.
 */
export function replaying(exchanges: readonly Exchange[], onSpent: () => void): HttpAdapter {
  const left = Map.groupBy(exchanges, ({ route }) => route);
  let requests = 0;
  return new FetchAdapter({
    fetch: (...request) => {
      requests += 1;
      if (requests > exchanges.length + 10) onSpent();
      const route = routeOf(request);
      const [next, ...others] = left.get(route) ?? [];
      if (next === undefined) return Promise.resolve(new Response('', { status: 404 }));
      if (others.length > 0) left.set(route, others);
      const { status, headers, text } = next;
      return Promise.resolve(new Response(status === 204 ? null : text, { status, headers }));
    },
  });
}

function routeOf([input, init]: Parameters<typeof fetch>): string {
  return `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
}

/** A body with one member changed. */
export interface SpoiledBody {
  /** The member and the change, the same for members of the same kind of object. */
  readonly change: string;
  readonly text: string;
}

/** Yields copies of a body: each member of its JSON documents removed, null, and of other types. */
export function* spoiled(text: string): Generator<SpoiledBody> {
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const [, prefix = '', json] = /^(data: )?([{[].*)$/.exec(line) ?? [];
    if (json === undefined) continue;
    for (const [change, document] of spoiledValues(JSON.parse(json), ''))
      yield { change, text: lines.with(index, `${prefix}${JSON.stringify(document)}`).join('\n') };
  }
}

const OTHERS: readonly unknown[] = [undefined, null, 'x', {}, [null]];

/** Yields copies of a value with one member changed. Of a list, the first two items are changed. */
export function* spoiledValues(value: unknown, path: string): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  const { type = '' } = value as { readonly type?: unknown };
  for (const [name, member] of Object.entries(value).slice(0, isList ? 2 : undefined)) {
    const place = `${path}${String(type)}.${isList ? '*' : name}`;
    const others = OTHERS.filter((other) => kindOf(other) !== kindOf(member));
    const changes = [
      ...others.map((other) => [`${place} ${kindOf(other)}`, other] as const),
      ...spoiledValues(member, place),
    ];
    for (const [change, other] of changes)
      yield [change, isList ? value.with(Number(name), other) : { ...value, [name]: other }];
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}
