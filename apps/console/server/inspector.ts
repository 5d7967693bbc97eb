/** Records the calls of the SDK's clients, for the request inspector. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ParlanceError } from '@parlance/core-transport';
import type {
  HttpBody,
  HttpRequest,
  Middleware,
  Operation,
  Telemetry,
  TelemetryCall,
  TelemetryResult,
  TelemetrySpan,
} from '@parlance/core-transport';
import { createParser } from 'eventsource-parser';
import { curlOf } from './curl.js';
import type { CallSummary, InspectedAttempt, InspectedCall, InspectedEvent } from './inspected-call.js';
import { masked, withoutCredentials, type Masked } from './masked.js';
import { programOf, type ProgramCall } from './program.js';
import { requestOf } from './request-of.js';

/** Calls that are kept of the latest request to a route of this server. */
const MAX_PER_ROUTE = 20;
/** Parameters that select a page. A program requests all pages. */
const CURSORS = ['page', 'after_id', 'before_id'];
/** Number of calls that are kept. */
const MAX_CALLS = 300;
const MAX_EVENTS = 500;
/** Characters that are kept of an event, an error body, and a request or response. */
const MAX_EVENT = 2_000;
const MAX_ERROR = 4_000;
const MAX_BODY = 64_000;
/** Shorter values cannot be keys, and hiding them would make texts unreadable. */
const SHORTEST_SECRET = 8;
/** Links an attempt to its call. Removed before the request is sent. */
const HEADER = 'x-console-call';

/** Keeps the most recent calls in memory. Keys, and what operations mark as secret, are removed before. */
export class Inspector {
  readonly #keys: readonly string[];
  readonly #calls = new Map<number, RecordedCall>();
  readonly #route = new AsyncLocalStorage<RouteCalls>();
  readonly #latest = new Map<string, readonly RecordedCall[]>();
  #started = 0;
  #changes = 0;

  /** @param keys - API keys of the clients, which are hidden wherever they occur. */
  constructor(keys: readonly (string | undefined)[]) {
    this.#keys = keys.filter((key) => key !== undefined);
  }

  /** Changes whenever a call starts, receives a response, or ends. */
  get version(): number {
    return this.#changes;
  }

  /** Records calls. An option of the clients. */
  get telemetry(): Telemetry {
    return {
      start: (facts) => {
        this.#started += 1;
        const call = new RecordedCall(this.#started, facts, {
          keys: this.#keys,
          onChange: () => (this.#changes += 1),
        });
        this.#calls.set(call.id, call);
        this.#calls.delete(call.id - MAX_CALLS);
        this.#assign(call);
        return call;
      },
    };
  }

  /** Records the attempts of the calls. An option of the clients, in addition to {@link telemetry}. */
  get middleware(): Middleware {
    return (next) => async (request) => {
      const { [HEADER]: id, ...headers } = request.headers;
      const call = this.#calls.get(Number(id));
      if (call === undefined) return next({ ...request, headers });
      const attempt = call.attempt({ ...request, headers });
      const onConnected = (): void => {
        attempt.connectedMs = call.elapsed();
        request.onConnected?.();
      };
      try {
        const response = await next({ ...request, headers, onConnected });
        return { ...response, body: call.respond(attempt, response) };
      } catch (error) {
        attempt.endMs = call.elapsed();
        throw error;
      }
    };
  }

  /** Handles a request to a route of this server. The calls that it makes are those of the route. */
  runRoute<T>(route: string, handle: () => T): T {
    return this.#route.run({ route, calls: [] }, handle);
  }

  /** Returns the calls that the latest requests to these routes made, without repetitions, for a program. */
  callsOf(routes: readonly string[]): ProgramCall[] {
    const calls = new Map<string, ProgramCall>();
    for (const recorded of routes.flatMap((route) => this.#latest.get(route) ?? [])) {
      const call = recorded.programCall();
      if (call !== undefined) calls.set(JSON.stringify(call), call);
    }
    return [...calls.values()];
  }

  #assign(call: RecordedCall): void {
    const current = this.#route.getStore();
    if (current === undefined || current.calls.length === MAX_PER_ROUTE) return;
    current.calls.push(call);
    this.#latest.set(current.route, current.calls);
  }

  /** Returns the calls, newest first. */
  calls(): CallSummary[] {
    return [...this.#calls.values()].map((call) => call.summary()).toReversed();
  }

  /** Returns a call, or undefined if it is no longer kept. */
  call(id: number): InspectedCall | undefined {
    return this.#calls.get(id)?.detail();
  }
}

interface RouteCalls {
  readonly route: string;
  readonly calls: RecordedCall[];
}

/** What a call needs to know of its inspector. */
interface Owner {
  readonly keys: readonly string[];
  readonly onChange: () => void;
}

class RecordedCall implements TelemetrySpan {
  readonly id: number;
  readonly #onChange: () => void;
  readonly #operation: Operation;
  readonly #origin: string;
  readonly #at = Date.now();
  readonly #startedAt = performance.now();
  readonly #request: Masked;
  readonly #secrets: readonly string[];
  readonly #tries: InspectedAttempt[] = [];
  readonly #events: InspectedEvent[] = [];
  readonly #waits: { limit: string; waitedMs: number }[] = [];
  #eventCount = 0;
  #firstContentMs: number | null = null;
  #durationMs: number | null = null;
  #response: string | null = null;
  #error: Error | undefined;

  constructor(id: number, { operation, origin, body }: TelemetryCall, { keys, onChange }: Owner) {
    this.id = id;
    this.#onChange = onChange;
    onChange();
    this.#operation = operation;
    this.#origin = origin;
    this.#request = masked(operation, body);
    this.#secrets = [...keys, ...this.#request.secrets].filter(({ length }) => length >= SHORTEST_SECRET);
  }

  elapsed(): number {
    return performance.now() - this.#startedAt;
  }

  headers(): Readonly<Record<string, string>> {
    return { [HEADER]: String(this.id) };
  }

  attempt({ method, origin, path, headers }: HttpRequest): InspectedAttempt {
    const attempt: InspectedAttempt = {
      startMs: this.elapsed(),
      connectedMs: null,
      headersMs: null,
      endMs: null,
      method,
      url: this.#hide(origin + path),
      requestHeaders: this.#headers(headers),
      responseHeaders: {},
      status: null,
      bytes: 0,
      text: '',
      retry: null,
    };
    this.#tries.push(attempt);
    return attempt;
  }

  /** Records the head of a response. Returns its body, which is recorded as it is read. */
  respond(
    attempt: InspectedAttempt,
    { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: HttpBody },
  ): HttpBody {
    attempt.headersMs = this.elapsed();
    attempt.status = status;
    this.#onChange();
    attempt.responseHeaders = this.#headers(headers);
    const type = headers['content-type'] ?? '';
    const isStream = type.startsWith('text/event-stream');
    const isText = !isStream && (status >= 300 || type.startsWith('text/'));
    const decoder = new TextDecoder();
    let text = '';
    const parser = createParser({ onEvent: ({ event, data }) => this.#event(event ?? 'message', data) });
    const onData = (chunk: Uint8Array): void => {
      attempt.bytes += chunk.byteLength;
      if (isStream) parser.feed(decoder.decode(chunk, { stream: true }));
      else if (isText && text.length < 2 * MAX_ERROR) {
        text += decoder.decode(chunk, { stream: true });
        attempt.text = this.#hide(text).slice(0, MAX_ERROR);
      }
    };
    return observed(body, onData, () => {
      attempt.endMs ??= this.elapsed();
    });
  }

  retry({ attempt, code, waitMs }: { attempt: number; code: string; waitMs: number }): void {
    const tried = this.#tries[attempt - 1];
    if (tried !== undefined) tried.retry = { code, waitMs };
  }

  waitEnded(wait: { limit: string; waitedMs: number }): void {
    this.#waits.push(wait);
  }

  firstContent(): void {
    this.#firstContentMs = this.elapsed();
  }

  end({ response, error }: TelemetryResult): void {
    this.#durationMs = this.elapsed();
    this.#error = error;
    this.#onChange();
    if (response !== undefined) this.#response = this.#json(masked(this.#operation, response).value);
  }

  summary(): CallSummary {
    const heads = this.#tries.map(({ responseHeaders }) => responseHeaders);
    const error = this.#error;
    return {
      id: this.id,
      operation: this.#operation.id,
      at: this.#at,
      durationMs: this.#durationMs,
      status: this.#tries.at(-1)?.status ?? null,
      code: error === undefined ? null : ParlanceError.is(error) ? error.code : error.name,
      attempts: this.#tries.length,
      requestIds: heads.flatMap((head) => head['request-id'] ?? []),
      rule: heads.at(-1)?.['x-parlance-rule'] ?? null,
    };
  }

  /** Returns the call for a program, or undefined if it was not sent or its body is not kept in full. */
  programCall(): ProgramCall | undefined {
    const last = this.#tries.at(-1);
    const { value, isComplete } = this.#request;
    if (last === undefined || !isComplete || JSON.stringify(value ?? null).length > MAX_BODY)
      return undefined;
    const { query = {}, ...call } = requestOf(this.#operation, new URL(last.url));
    const filters = Object.entries(query).filter(([name]) => !CURSORS.includes(name));
    return {
      ...call,
      ...(filters.length === 0 ? {} : { query: Object.fromEntries(filters) }),
      ...(value === undefined ? {} : { body: value }),
    };
  }

  detail(): InspectedCall {
    const request = this.#request.value === undefined ? null : this.#json(this.#request.value);
    const last = this.#tries.at(-1);
    const call = this.programCall();
    return {
      ...this.summary(),
      tries: this.#tries,
      waits: this.#waits,
      firstContentMs: this.#firstContentMs,
      request,
      response: this.#response,
      message: this.#error === undefined ? null : this.#hide(this.#error.message),
      events: this.#events,
      eventCount: this.#eventCount,
      curl: last === undefined || call === undefined ? null : curlOf(this.#operation, last, request),
      program: call === undefined ? null : this.#hide(programOf([call], this.#origin)),
    };
  }

  #event(type: string, data: string): void {
    this.#eventCount += 1;
    if (this.#events.length === MAX_EVENTS) return;
    this.#events.push({ atMs: this.elapsed(), type, data: this.#hide(data).slice(0, MAX_EVENT) });
  }

  #headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const kept = Object.entries(withoutCredentials(headers));
    return Object.fromEntries(kept.map(([name, value]) => [name, this.#hide(value)]));
  }

  #json(value: unknown): string {
    return this.#hide(JSON.stringify(value, null, 2)).slice(0, MAX_BODY + 1);
  }

  #hide(text: string): string {
    let hidden = text;
    for (const secret of this.#secrets) {
      const quoted = JSON.stringify(secret).slice(1, -1);
      for (const form of [secret, quoted, encodeURIComponent(secret)])
        hidden = hidden.replaceAll(form, '[hidden]');
    }
    return hidden;
  }
}

/** Passes a body on, and reports its chunks and its end. */
function observed(body: HttpBody, onData: (chunk: Uint8Array) => void, onEnd: () => void): HttpBody {
  return {
    read: (sink) =>
      body.read({
        data: (chunk) => {
          onData(chunk);
          sink.data(chunk);
        },
        end: () => {
          onEnd();
          sink.end();
        },
        fail: (error) => {
          onEnd();
          sink.fail(error);
        },
      }),
    pause: () => body.pause(),
    resume: () => body.resume(),
    cancel: () => {
      onEnd();
      body.cancel();
    },
  };
}
