/** A service that scenarios are sent to. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '@parlance/schemas';
import { Masker } from '../exchanges/mask.js';
import { recordedBody } from '../exchanges/recorded-body.js';
import type { Reply } from './alignment.js';
import { itemsOf, memberOf } from '../input/json.js';
import type { Codec, StepKey, StepRequest } from './scenario.js';

/** A service and its keys. */
export interface Target {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  readonly keys: Partial<Readonly<Record<StepKey, string>>>;
  /** Waits between two requests about an object that is being processed, in milliseconds. */
  readonly pollMs: number;
}

const MAX_TRIES = 6;
const MAX_POLLS = 120;
/** Requests until an object that is being processed should accept one, or have all its events. */
const MAX_EARLY = 60;
const TIMEOUT_MS = 60_000;
const PROCESSING = /^(?:running|rescheduling|in_progress|canceling|processing|queued|pending)$/;

/** How a request is sent. */
export interface SendContext {
  readonly operation: Operation | undefined;
  /** Whether to repeat the request until the object is no longer being processed. */
  readonly settles?: boolean | undefined;
  /** A response to repeat the request for, even if its object is still being processed. */
  readonly expected?: Reply | undefined;
  readonly codec: Codec;
}

/**
 * Sends a request. Waits and tries again when the service is overloaded or limits the rate.
 *
 * @param target - See {@link Target}.
 * @param request - The request.
 * @param context - See {@link SendContext}.
 * @param signal - Aborts the request and all waits.
 * @throws {ConnectionError} When the service is unreachable.
 */
export async function send(
  target: Target,
  request: StepRequest,
  context: SendContext,
  signal: AbortSignal,
): Promise<Reply> {
  const { expected, settles, operation } = context;
  for (let polls = 0; ; polls++) {
    const reply = readReply(await fetchAgain(target, request, signal), target.keys, context);
    const isRead = settles === true || (expected !== undefined && operation?.method === 'GET');
    const isBusy =
      isRead && isProcessing(reply) && (expected === undefined || stateOf(reply) !== stateOf(expected));
    // The request has changed nothing yet, or the session has not emitted all events yet.
    const isTooEarly =
      polls < MAX_EARLY &&
      expected !== undefined &&
      ((reply.status === 409 && expected.status < 400) || hasFewerEvents(context, reply));
    if (polls === MAX_POLLS || !(isBusy || isTooEarly)) return reply;
    await sleep(target.pollMs, undefined, { signal });
  }
}

function hasFewerEvents({ operation, expected }: SendContext, { json }: Reply): boolean {
  const isList = operation?.id === 'sessions.events.list' || operation?.id === 'sessions.threads.listEvents';
  return isList && (itemsOf(json)?.length ?? 0) < (itemsOf(expected?.json)?.length ?? 0);
}

/** Whether the object of a response is being processed. */
export function isProcessing(reply: Pick<Reply, 'json'>): boolean {
  return PROCESSING.test(stateOf(reply));
}

function stateOf({ json }: Pick<Reply, 'json'>): string {
  const { status, processing_status: processing } = (json ?? {}) as Record<string, unknown>;
  return String(processing ?? status);
}

/** Thrown when a request has no whole response. The message is the cause, for example `is unreachable: ECONNRESET`. */
export class ConnectionError extends Error {}

async function fetchAgain(
  target: Target,
  request: StepRequest,
  signal: AbortSignal,
): Promise<{ readonly response: Response; readonly bytes: Buffer }> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    const { response, bytes } = await fetchOnce(target, request, signal);
    if ((response.status !== 429 && response.status !== 529) || tries === MAX_TRIES)
      return { response, bytes };
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    await sleep(Number.isFinite(seconds) ? seconds * 1000 : 2 ** tries * 500, undefined, { signal });
  }
}

async function fetchOnce(
  target: Target,
  { method, path, headers, body }: StepRequest,
  signal: AbortSignal,
): ReturnType<typeof fetchAgain> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  // The answer to a write says what is to be removed.
  const until = method === 'GET' ? AbortSignal.any([signal, late]) : late;
  const init = { method, headers, body, redirect: 'manual', signal: until } as const;
  try {
    const response = await target.fetch(target.url + path, init);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    if (signal.aborted && !late.aborted) throw error;
    const problem = late.aborted ? 'did not reply within 60 seconds' : `is unreachable: ${causeOf(error)}`;
    throw new ConnectionError(problem, { cause: error });
  }
}

/** Returns the code of the innermost cause of an error, or its message. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? ((error as NodeJS.ErrnoException).code ?? error.message)
    : causeOf(error.cause);
}

function readReply(
  { response, bytes: body }: Awaited<ReturnType<typeof fetchAgain>>,
  keys: Target['keys'],
  { operation, codec }: SendContext,
): Reply {
  const bytes = withoutKeys(body, keys);
  const type = response.headers.get('content-type') ?? '';
  const isFile = operation?.download === 'bytes' && response.ok;
  const masker = new Masker(operation, 'kept');
  const { json, lines, events, ...file } = recordedBody(bytes, { type, masker, content: 'kept', isFile });
  const decode = (part: 'response' | 'event', value: unknown): unknown =>
    operation === undefined || codec === undefined ? value : codec.decode(operation, part, value);
  return {
    status: response.status,
    headers: {
      'content-type': type.split(';')[0] ?? '',
      'request-id': response.headers.has('request-id'),
      'request-id of the error': isSameRequest(json, response.headers.get('request-id')),
      'x-should-retry': response.headers.get('x-should-retry') ?? '',
    },
    ...(events === undefined
      ? {
          json:
            decode('response', json) ??
            lines?.map((line) => decode('response', line)) ??
            (bytes.length === 0 ? undefined : file),
        }
      : { events: events.map(({ json: data, ...event }) => ({ ...event, json: decode('event', data) })) }),
    rule: response.headers.get('x-parlance-rule'),
    date: response.headers.has('date') ? Date.parse(response.headers.get('date') ?? '') : undefined,
  };
}

/** Hides keys that a service repeats, which would be in the report. */
function withoutKeys(bytes: Buffer, { unknown: _unknown, ...keys }: Target['keys']): Buffer {
  const hide = (text: string, key: string): string => text.replaceAll(key, '[key]');
  return Buffer.from(Object.values(keys).reduce(hide, bytes.toString('latin1')), 'latin1');
}

/** Whether an error has the id of the header. Any other body has none. */
function isSameRequest(json: unknown, id: string | null): boolean {
  return (memberOf(json, 'request_id') ?? id) === id;
}
