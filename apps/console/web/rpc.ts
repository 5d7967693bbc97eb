/** The page's side of the calls in ../server/rpc.ts; names, inputs and answers are typed by the server's functions. */
import type { FileMetadata } from '@parlance/schemas';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { ConsoleCalls } from '../server/calls.js';
import type { Problem } from '../server/problem.js';

type Name = keyof ConsoleCalls;
type Answer<N extends Name> = ReturnType<ConsoleCalls[N]>;
/** Names of the calls that answer once. */
export type Asked = { [N in Name]: Answer<N> extends Promise<unknown> ? N : never }[Name];
/** Names of the calls that answer many times. */
export type Watched = Exclude<Name, Asked>;
/** What a call that answers many times answers each time. */
export type Item<N extends Name> = Answer<N> extends AsyncIterable<infer T> ? T : never;

/** What a call takes; null when it takes nothing. */
export type Input<N extends Name> = Parameters<ConsoleCalls[N]>[0] extends undefined
  ? null
  : Parameters<ConsoleCalls[N]>[0];
/** What a call that answers once answers. */
export type Output<N extends Asked> = Awaited<Answer<N>>;

/** A call failed; `problem` says how. */
export class CallError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Reads a failure of a call; anything else is a fault of the page. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof CallError) return error.problem;
  return {
    kind: 'console',
    code: 'page_error',
    message: error instanceof Error ? error.message : String(error),
  };
}

/** Makes a call that answers once. */
export async function ask<N extends Asked>(
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<Output<N>> {
  const response = await send(name, input, signal);
  return (await response.json()) as Output<N>;
}

/** Makes a call that answers many times. Ends normally only when the server said that it was the end. */
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

/** Passes a file on to the service; JSON is no place for its bytes. */
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
    message: 'The console’s own server does not answer. Is it still running in the terminal?',
  });
}
