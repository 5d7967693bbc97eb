/** One call of the SDK's clients, as the request inspector records it. */
import { ParlanceError } from '@parlance/core-transport';
import type {
  HttpBody,
  HttpRequest,
  Operation,
  TelemetryCall,
  TelemetryResult,
  TelemetrySpan,
} from '@parlance/core-transport';
import { createParser } from 'eventsource-parser';
import { curlOf } from './curl.js';
import type { CallSummary, InspectedAttempt, InspectedCall, InspectedEvent } from './inspected-call.js';
import { masked, withoutCredentials, type Masked } from './masked.js';
import { observed } from './observed-body.js';
import { programOf, type ProgramCall } from './program.js';
import { requestOf } from './request-of.js';

/** Links an attempt to its call. Removed before the request is sent. */
export const CALL_HEADER = 'x-console-call';

/** Parameters that select a page. A program requests all pages. */
const CURSORS = ['page', 'after_id', 'before_id'];
const MAX_EVENTS = 500;
/** Characters that are kept of an event, an error body, and a request or response. */
const MAX_EVENT = 2_000;
const MAX_ERROR = 4_000;
const MAX_BODY = 64_000;
/** Shorter values cannot be keys, and hiding them would make texts unreadable. */
const SHORTEST_SECRET = 8;

/** What a call needs to know of its inspector. */
interface Owner {
  readonly keys: readonly string[];
  readonly onChange: () => void;
}

/** Records a call. Keys, and what its operation marks as secret, are removed before anything is kept. */
export class RecordedCall implements TelemetrySpan {
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
    return { [CALL_HEADER]: String(this.id) };
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
    const code = error === undefined ? null : ParlanceError.is(error) ? error.code : error.name;
    return {
      id: this.id,
      operation: this.#operation.id,
      at: this.#at,
      durationMs: this.#durationMs,
      status: this.#tries.at(-1)?.status ?? null,
      code,
      isFailed: code !== null && !code.endsWith('aborted'),
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
    this.#events.push({
      atMs: this.elapsed(),
      type: this.#hide(type),
      data: this.#hide(data).slice(0, MAX_EVENT),
    });
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
