/** Client for the calls in ../server/rpc.ts. Names, inputs and results are typed by the server's functions. */
import type { FileMetadata } from '@parlance/schemas';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { ConsoleCalls } from '../server/calls.js';
import type { Problem } from '../server/problem.js';

type Name = keyof ConsoleCalls;
type Result<N extends Name> = ReturnType<ConsoleCalls[N]>;
/** Names of the calls that return a single result. */
export type Asked = { [N in Name]: Result<N> extends Promise<unknown> ? N : never }[Name];
/** Names of the calls that stream items. */
export type Watched = Exclude<Name, Asked>;
/** Item of a streaming call. */
export type Item<N extends Name> = Result<N> extends AsyncIterable<infer T> ? T : never;

/** Input of a call, or null if it takes none. */
export type Input<N extends Name> = Parameters<ConsoleCalls[N]>[0] extends undefined
  ? null
  : Parameters<ConsoleCalls[N]>[0];
/** Result of a call that returns once. */
export type Output<N extends Asked> = Awaited<Result<N>>;

/** Thrown when a call fails. `problem` describes the failure. */
export class CallError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Returns the problem of a failed call. Any other error is reported as a bug of the page. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof CallError) return error.problem;
  return {
    kind: 'console',
    code: 'page_error',
    message: error instanceof Error ? error.message : String(error),
  };
}

/** Makes a call that returns a single result. */
export async function ask<N extends Asked>(
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<Output<N>> {
  const response = await send(name, input, signal);
  return (await response.json()) as Output<N>;
}

/** Makes a streaming call. Completes only after the server's end event; a dropped connection throws. */
export async function* watch<N extends Watched>(
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): AsyncGenerator<Item<N>, void> {
  const { body } = await send(name, input, signal);
  if (body === null) throw unreachable();
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  try {
    for await (const { event, data } of events) {
      if (event === 'end') return;
      if (event === 'problem') throw new CallError(JSON.parse(data) as Problem);
      yield JSON.parse(data) as Item<N>;
    }
  } catch (error) {
    if (error instanceof CallError || signal?.aborted === true) throw error;
    throw unreachable();
  }
  throw unreachable();
}

/** Uploads a file to the service through the console server, as raw bytes. */
export async function upload(file: File): Promise<FileMetadata> {
  const response = await post(`/files/uploads/${encodeURIComponent(file.name)}`, {
    headers: { 'content-type': file.type || 'application/octet-stream' },
    body: file,
  });
  return (await response.json()) as FileMetadata;
}

async function send(name: string, input: unknown, signal: AbortSignal | undefined): Promise<Response> {
  return post(`/rpc/${name}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input ?? null),
    signal: signal ?? null,
  });
}

async function post(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, { method: 'POST', ...init }).catch((error: unknown) => {
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
