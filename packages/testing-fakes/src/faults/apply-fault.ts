/** Makes a fault happen. */
import type { FakeRequest, FakeResponse } from '../engine/message.js';
import { isStream } from '../engine/message.js';
import { errorBody } from '../engine/respond.js';
import { typeOfStatus } from '../engine/error-types.js';
import type { World } from '../world/world.js';
import { ConnectionCut } from './connection-cut.js';
import type { Fault } from './fault.js';
import { shapeStream } from './shape-stream.js';

/** What a fault needs to know of the request. */
export interface FaultContext {
  readonly request: FakeRequest;
  readonly world: World;
  readonly requestId: string;
}

/**
 * Does what comes before the service is asked.
 *
 * @returns The answer, when the fault gives one itself.
 * @throws {ConnectionCut} When there is none.
 */
export async function strikeBefore(
  fault: Fault,
  { request, world, requestId }: FaultContext,
): Promise<FakeResponse | undefined> {
  if (fault.delay_ms !== undefined) await waitFor(world, request, fault.delay_ms);
  if (fault.stall === true) {
    await new Promise<void>((resolve) => request.onGone?.(resolve));
    throw new ConnectionCut('fin');
  }
  if (fault.cut !== undefined) throw new ConnectionCut(fault.cut);
  const status = fault.status ?? (fault.redirect === undefined ? undefined : 302);
  if (status === undefined) return undefined;
  const headers: Record<string, string> = { 'content-type': 'application/json', 'request-id': requestId };
  if (fault.redirect !== undefined) headers.location = fault.redirect;
  const type = fault.error?.type ?? typeOfStatus(status);
  const message = fault.error?.message ?? `Fault: status ${status}.`;
  const body =
    status < 300 ? '{}' : JSON.stringify(errorBody(requestId, { status, type, message, rule: null }));
  return { status, headers, body };
}

/** Does what happens to the answer. */
export function strikeAfter(
  fault: Fault,
  response: FakeResponse,
  { world, requestId }: FaultContext,
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
  // A body that is there has a length; told, it lets the client see that bytes are missing.
  if (!isStream(body)) headers['content-length'] = String(Buffer.byteLength(body));
  const failure = errorBody(requestId, {
    status: 529,
    type: stream.error?.type ?? 'overloaded_error',
    message: stream.error?.message ?? 'Fault: error event.',
    rule: null,
  });
  return { status: response.status, headers, body: shapeStream(body, { fault: stream, world, failure }) };
}

/** Waits. When the caller leaves before the end, the service never hears of the request. */
async function waitFor(world: World, request: FakeRequest, ms: number): Promise<void> {
  const gone = new AbortController();
  request.onGone?.(() => gone.abort());
  await world.clock.sleep(ms, gone.signal);
  if (gone.signal.aborted) throw new ConnectionCut('fin');
}
