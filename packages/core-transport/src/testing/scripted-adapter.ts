import type { BodySink, HttpAdapter, HttpRequest, HttpResponse } from '../http-adapter.js';

/** A reply of a {@link ScriptedAdapter}: a response, or an error to reject with. */
export type Scripted = ScriptedResponse | Error;

/** A response with a body in pieces. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Pieces of the body; instead of `body`. The body stays open after them unless `end` is set. */
  readonly pieces?: readonly string[];
  readonly end?: boolean;
}

/** An adapter without a network. It replies from a list, repeating the last reply, and records the requests. */
export class ScriptedAdapter implements HttpAdapter {
  readonly requests: HttpRequest[] = [];
  readonly sinks: BodySink[] = [];
  cancelled = 0;
  paused = 0;
  resumed = 0;
  readonly #answers: readonly (Scripted | 'silent')[];

  constructor(...answers: readonly (Scripted | 'silent')[]) {
    this.#answers = answers;
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    this.requests.push(request);
    const answer = this.#answers[Math.min(this.requests.length, this.#answers.length) - 1];
    request.onConnected?.();
    request.onSent?.();
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer === undefined || answer === 'silent') return new Promise(() => undefined);
    return Promise.resolve(this.#response(answer));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #response(answer: ScriptedResponse): HttpResponse {
    const { status = 200, headers = {}, body = {}, pieces, end = pieces === undefined } = answer;
    const chunks = (pieces ?? [JSON.stringify(body)]).map((piece) => new TextEncoder().encode(piece));
    return {
      status,
      headers: { 'content-type': 'application/json', 'request-id': 'req_scripted', ...headers },
      body: {
        read: (sink) => {
          this.sinks.push(sink);
          for (const chunk of chunks) sink.data(chunk);
          if (end) sink.end();
        },
        pause: () => {
          this.paused += 1;
        },
        resume: () => {
          this.resumed += 1;
        },
        cancel: () => {
          this.cancelled += 1;
        },
      },
    };
  }
}

/** Creates a failure as an adapter throws it. */
export function failure(code: string, sent: boolean): Error {
  return Object.assign(new Error(code), { code, sent });
}
