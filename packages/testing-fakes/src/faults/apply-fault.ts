/** Injects faults into requests and responses. */
import type { Arrival } from '../engine/arrival.js';
import type { FakeRequest, FakeResponse } from '../engine/message.js';
import { isStream } from '../engine/message.js';
import { dateHeader, errorBody } from '../engine/respond.js';
import { typeOfStatus } from '../engine/refusal.js';
import type { World } from '../world/world.js';
import { ConnectionCut } from './connection-cut.js';
import type { Fault } from './fault.js';
import { shapeStream } from './shape-stream.js';

/** A request of a world, into which a fault is injected. */
type Faulty = Pick<Arrival, 'request' | 'requestId'> & { readonly world: World };

/**
 * Injects the part of a fault that precedes the handler: a delay, a stall, a cut connection or a status.
 *
 * @returns The response, when the fault replaces the handler; otherwise undefined.
 * @throws {ConnectionCut} When the fault cuts the connection, or the client disconnects during a delay or stall.
 */
export async function injectBefore(
  fault: Fault,
  { request, world, requestId }: Faulty,
): Promise<FakeResponse | undefined> {
  if (fault.delay_ms !== undefined) await waitFor(world, request, fault.delay_ms);
  if (fault.stall === true) {
    await new Promise<void>((resolve) => request.onDisconnect?.(resolve));
    throw new ConnectionCut('fin');
  }
  if (fault.cut !== undefined) throw new ConnectionCut(fault.cut);
  const status = fault.status ?? (fault.redirect === undefined ? undefined : 302);
  if (status === undefined) return undefined;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'request-id': requestId,
    ...dateHeader(world),
  };
  if (fault.redirect !== undefined) headers.location = fault.redirect;
  const type = fault.error?.type ?? typeOfStatus(status);
  const message = fault.error?.message ?? `Fault: status ${status}.`;
  const body =
    status < 300 ? '{}' : JSON.stringify(errorBody(requestId, { status, type, message, rule: null }));
  return { status, headers, body };
}

/** Injects the part of a fault that changes the response: headers, content type, body and stream. */
export function injectAfter(
  fault: Fault,
  response: FakeResponse,
  { world, requestId }: Faulty,
): FakeResponse {
  const headers: Record<string, string> = { ...response.headers, ...fault.headers };
  if (fault.content_type !== undefined) headers['content-type'] = fault.content_type;
  const { stream } = fault;
  let { body } = response;
  if (fault.body !== undefined) {
    if (isStream(body)) body.cancel();
    ({ body } = fault);
  }
  if (fault.truncate_bytes !== undefined && !isStream(body))
    body = Buffer.from(body).subarray(0, fault.truncate_bytes);
  if (stream === undefined) return { status: response.status, headers, body };
  // With a content length, the client can detect that a complete body was cut.
  if (!isStream(body)) headers['content-length'] = String(Buffer.byteLength(body));
  const failure = errorBody(requestId, {
    status: 529,
    type: stream.error?.type ?? 'overloaded_error',
    message: stream.error?.message ?? 'Fault: error event.',
    rule: null,
  });
  return { status: response.status, headers, body: shapeStream(body, { fault: stream, world, failure }) };
}

/** Delays a request. If the client disconnects during the delay, the handler never runs. */
async function waitFor(world: World, request: FakeRequest, ms: number): Promise<void> {
  const gone = new AbortController();
  request.onDisconnect?.(() => gone.abort());
  await world.clock.sleep(ms, gone.signal);
  if (gone.signal.aborted) throw new ConnectionCut('fin');
}
