import type { Drift } from '@parlance/schemas';
import { UnexpectedResponseError } from '../errors/response-errors.js';
import type { HttpResponse } from '../http-adapter.js';
import type { Call } from './call.js';
import { Collector } from './read-body.js';
import { unexpected } from './status.js';
import { decodeUtf8 } from './utf8.js';

/** What a call resolves to. */
export interface JsonReply {
  readonly data: unknown;
  readonly response: undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | null;
}

/**
 * Reads a JSON answer and ends the call. Whatever is not a JSON object in a complete body of the right type is an
 * error, never data.
 */
export function readJson(call: Call, response: HttpResponse): Promise<JsonReply> {
  const type = response.headers['content-type'];
  if (type === undefined || !isJson(type)) {
    response.body.cancel();
    throw unexpected(call, response, [
      'unexpected_content_type',
      `the answer has the content type ${shown(type)} instead of application/json`,
    ]);
  }
  refuseEncoding(call, response);
  call.deadlines.enter('body', call.timeouts.bodyMs);
  return new Promise((resolve, reject) => {
    response.body.read(new JsonReader(call, response, [resolve, reject]));
  });
}

/** An encoding that the adapter has not undone can't be read. */
export function refuseEncoding(call: Call, response: HttpResponse): void {
  const encoding = response.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  response.body.cancel();
  throw unexpected(call, response, [
    'unexpected_encoding',
    `the content encoding ${shown(encoding)} is not known`,
  ]);
}

class JsonReader extends Collector {
  readonly #call: Call;
  readonly #response: HttpResponse;
  readonly #settle: readonly [(reply: JsonReply) => void, (error: unknown) => void];

  constructor(
    call: Call,
    response: HttpResponse,
    settle: readonly [(reply: JsonReply) => void, (error: unknown) => void],
  ) {
    super(response.body, call.core.ceilings.responseBytes);
    this.#call = call;
    this.#response = response;
    this.#settle = settle;
    if (call.core.wire?.direct === true) return;
    call.cancellation.listen((reason) => {
      response.body.cancel();
      settle[1](reason);
    });
  }

  end(): void {
    const call = this.#call;
    const { status, headers } = this.#response;
    try {
      const data = this.#decode(parseObject(call, this.#response, decodeUtf8(this.bytes())));
      call.end(undefined, data);
      this.#settle[0]({ data, response: undefined, status, headers, requestId: call.requestId });
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error: unknown): void {
    this.#settle[1](error);
  }

  protected full(): void {
    const limit = this.#call.core.ceilings.responseBytes;
    this.fail(
      unexpected(this.#call, this.#response, [
        'response_too_large',
        `the answer is larger than maxResponseBytes (${limit})`,
      ]),
    );
  }

  #decode(value: object): unknown {
    const call = this.#call;
    const { codec, validation } = call.core;
    const data = codec === undefined ? value : codec.decodeResponse(call.operation, value);
    if (validation !== undefined && validation.responses !== 'off') checkDrift(call, this.#response, data);
    return data;
  }
}

/** Whether a content type is one of JSON. */
export function isJson(type: string): boolean {
  return type === 'application/json' || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);
}

/** A content type as an error may show it. */
export function shown(type: string | undefined): string {
  return type === undefined ? '(none)' : type.slice(0, 100);
}

function parseObject(call: Call, response: HttpResponse, text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's own message quotes the text, which may hold anything.
    const empty = text.trim() === '';
    throw unexpected(call, response, [
      empty ? 'empty_body' : 'invalid_json',
      empty ? 'the answer has no body' : 'the answer is not valid JSON',
    ]);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unexpected(call, response, ['not_an_object', 'the answer is JSON but no object']);
  return value;
}

function checkDrift(call: Call, response: HttpResponse, data: unknown): void {
  const { validation } = call.core;
  const issues = validation?.checkResponse(call.operation, data) ?? [];
  if (issues.length === 0) return;
  if (validation?.responses === 'throw')
    throw new UnexpectedResponseError(
      'contract_drift',
      `the answer differs from the contract at ${issues[0]?.path}`,
      {
        ...call.facts(),
        status: response.status,
        headers: response.headers,
        issues,
      },
    );
  reportDrift(call, { operation: call.operation.id, part: 'response', issues, requestId: call.requestId });
}

/** Tells those who asked that a response or event differs from the contract. */
export function reportDrift(call: Call, drift: Drift): void {
  call.core.observer?.drift?.(call, drift);
  try {
    call.core.validation?.onDrift?.(drift);
  } catch {
    // A listener that fails must not fail the call that it only observes.
  }
}
