/** Client for the routes of ../server/api.ts. Hono derives names, inputs and results from the types of the routes. */
import { ApiError, ConnectionError, PagingError, ParlanceError } from '@parlance/core-transport';
import type { FileMetadata } from '@parlance/schemas';
import { experimental_streamedQuery as streamedQuery, queryOptions } from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { hc, type ClientRequestOptions, type ClientResponse } from 'hono/client';
import type { ConsoleApi } from '../server/api.js';
import { problemOf, type Problem } from '../server/problem.js';

/** The routes by family and name, for example `api.agents.list`. Used with {@link query}, {@link latest}, {@link call} and {@link watch}. */
export const api = hc<ConsoleApi>('/rpc', { fetch: send });

/** A route with input `I` and result `O`. */
interface Route<I, O, F extends string> {
  readonly $path: () => string;
  readonly $post: (
    args: { readonly json: I },
    options?: ClientRequestOptions,
  ) => Promise<ClientResponse<O, number, F>>;
}

/** Arguments of a call: its input, if the route has one, and a signal. */
type Arguments<I> = unknown extends I
  ? [json?: undefined, signal?: AbortSignal]
  : [json: I, signal?: AbortSignal];

/** Thrown when a call fails. `problem` describes the failure. */
export class CallError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Returns the problem of a failed call of the SDK or of a route. Any other error is reported as a bug of the page. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof CallError) return error.problem;
  if (PagingError.is(error)) return problemFrom(error.cause);
  // The server responds with a problem, whatever failed between it and the service.
  if (ApiError.is(error) && isProblem(error.body)) return error.body;
  if (ConnectionError.is(error)) return unreachable().problem;
  if (ParlanceError.is(error)) return problemOf(error);
  return {
    kind: 'console',
    code: 'page_error',
    message: error instanceof Error ? error.message : String(error),
  };
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'kind' in body;
}

/** Calls a route that responds with JSON. */
export async function call<I, O>(
  route: Route<I, O, 'json' | 'body'>,
  ...[json, signal]: Arguments<NoInfer<I>>
): Promise<O> {
  const response = await route.$post({ json: json as I }, { init: { signal: signal ?? null } });
  return (response.status === 204 ? undefined : await response.json()) as O;
}

/** Options for `useQuery` that call a route. The query's key is the route's path and its input. */
export function query<I, O>(route: Route<I, O, 'json'>, ...[json]: Arguments<NoInfer<I>>) {
  return queryOptions({
    queryKey: [route.$path(), json],
    queryFn: ({ signal }) => call(route, ...([json, signal] as Arguments<I>)),
  });
}

/** Delay before reconnecting a stream that was lost. */
export const RECONNECT_MS = 1_000;

/** Options for `useQuery` that keep the latest item of a streaming route. Reconnects when the stream ends. */
export function latest<O>(route: Route<unknown, O, 'events'>) {
  return queryOptions({
    queryKey: [route.$path()],
    queryFn: streamedQuery<O, O | undefined>({
      streamFn: ({ signal }) => watch(route, undefined, signal),
      reducer: (_, item) => item,
      initialValue: undefined,
      refetchMode: 'append',
    }),
    // Does nothing while the stream is open.
    refetchInterval: RECONNECT_MS,
  });
}

/** Calls a route that streams events. Completes only after the server's end event; a dropped connection throws. */
export async function* watch<I, O>(
  route: Route<I, O, 'events'>,
  ...[json, signal]: Arguments<NoInfer<I>>
): AsyncGenerator<O, void> {
  const { body } = await route.$post({ json: json as I }, { init: { signal: signal ?? null } });
  if (body === null) throw unreachable();
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  try {
    for await (const { event, data } of events) {
      if (event === 'end') return;
      if (event === 'problem') throw new CallError(JSON.parse(data) as Problem);
      yield JSON.parse(data) as O;
    }
  } catch (error) {
    if (error instanceof CallError || signal?.aborted === true) throw error;
    throw unreachable();
  }
  throw unreachable();
}

/** Uploads a file to the service through the console server, as raw bytes. */
export async function upload(file: File): Promise<FileMetadata> {
  const response = await send(`/files/uploads/${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'content-type': file.type || 'application/octet-stream' },
    body: file,
  });
  return (await response.json()) as FileMetadata;
}

async function send(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init).catch((error: unknown) => {
    throw init.signal?.aborted === true ? error : unreachable();
  });
  if (response.ok) return response;
  throw new CallError((await response.json().catch(() => unreachable().problem)) as Problem);
}

function unreachable(): CallError {
  return new CallError({
    kind: 'connection',
    code: 'console_unreachable',
    message: 'Cannot reach the console server. Is it still running in the terminal?',
  });
}
