import { InvalidParamsError } from '../errors/request-errors.js';
import type { HttpRequest } from '../http-adapter.js';
import type { Call } from './call.js';
import { mergeHeaders } from './header-values.js';
import { joinBetas } from './prepared-operation.js';
import { queryString } from './query-string.js';

/** Builds the request of an attempt. */
export function buildRequest(call: Call, key: string): HttpRequest {
  const { core, prepared, timeouts, deadlines } = call;
  if (call.body === undefined) writeBody(call);
  return {
    method: prepared.operation.method,
    origin: core.target.origin,
    path: core.target.prefix + pathOf(call),
    headers: headersOf(call, key),
    body: call.body ?? null,
    cancellation: call.cancellation,
    connectMs: timeouts.connectMs,
    onQueued: () => deadlines.leave(),
    onConnected: () => {
      call.sent = true;
      deadlines.enter('headers', call.headersMs);
    },
    onSent: () => deadlines.touch(),
  };
}

function pathOf(call: Call): string {
  const { prepared, input, core } = call;
  const { operation } = prepared;
  let { params, query } = input;
  if (core.codec !== undefined) {
    if (params !== undefined) params = core.codec.encodeParams(operation, params);
    if (query !== undefined) query = core.codec.encodeQuery(operation, query);
  }
  return prepared.path(operation.id, params) + queryString(operation, query);
}

function headersOf(call: Call, key: string): Readonly<Record<string, string>> {
  const { core, prepared, options } = call;
  const headers: Record<string, string> = { ...prepared.headers };
  if (call.kind === 'stream') headers['accept'] = 'text/event-stream';
  if (call.contentType !== undefined) headers['content-type'] = call.contentType;
  if (call.contentLength !== undefined) headers['content-length'] = String(call.contentLength);
  if (call.attempts.length > 0) headers['x-client-retry-count'] = String(call.attempts.length);
  if (options !== undefined) addOptions(headers, call);
  for (const observer of core.observers) Object.assign(headers, observer.headers?.(call));
  if (core.bearer) headers['authorization'] = `Bearer ${key}`;
  else headers['x-api-key'] = key;
  return core.codec === undefined ? headers : core.codec.encodeHeaders(headers);
}

function addOptions(headers: Record<string, string>, call: Call): void {
  const { core, prepared, options } = call;
  if (options?.betas !== undefined) {
    const betas = joinBetas(core.betas, options.betas, prepared.operation.beta);
    if (betas !== '') headers['vendor-beta'] = betas;
  }
  if (options?.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  if (options?.headers !== undefined) mergeHeaders(headers, options.headers, 'headers');
}

function writeBody(call: Call): void {
  const { core, prepared, input } = call;
  if (input.body === undefined) {
    call.body = null;
    return;
  }
  if (input.write !== undefined) {
    Object.assign(call, input.write(input.body as object));
    return;
  }
  const body = core.codec === undefined ? input.body : core.codec.encodeBody(prepared.operation, input.body);
  call.contentType = 'application/json';
  try {
    call.body = JSON.stringify(body);
  } catch {
    // A cycle or a BigInt. The engine's own message may show values.
    throw new InvalidParamsError(prepared.operation.id, [
      { path: '', rule: 'json', message: 'must be representable as JSON', kind: 'object', code: 'type' },
    ]);
  }
}
