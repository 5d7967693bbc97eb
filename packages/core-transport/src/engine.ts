/**
 * What sends calls. A client loads it with its first call, so that making a client costs little in time, and in what
 * a bundle loads first.
 */
import { defaultAdapter } from '#default-adapter';
import type { Operation } from '@parlance/schemas/kit';
import type { Reply } from './api-promise.js';
import type { OpenBody } from './download.js';
import { ConfigError } from './errors/request-errors.js';
import type { HttpAdapter, HttpHandler, HttpResponse, Middleware } from './http-adapter.js';
import { diagnosticsObservers } from './observability/diagnostics.js';
import { logLevel } from './observability/log-level.js';
import type { LogLevel } from './observability/logger.js';
import { Call } from './pipeline/call.js';
import type { CallParts, Core } from './pipeline/call.js';
import { readJson } from './pipeline/decode-json.js';
import { prepareOperation } from './pipeline/prepared-operation.js';
import { bodyStream } from './pipeline/body-stream.js';
import { send } from './pipeline/send.js';
import type { Target } from './settings.js';
import type { Accumulator } from './streaming/event-feed.js';
import { openFeed } from './streaming/open-feed.js';
import type { ResponseFeed } from './streaming/response-feed.js';

/** A call as a client asks for it. */
export interface CallRequest extends CallParts {
  readonly operation: Operation;
}

/** Sends an operation that answers with JSON. */
export function callJson(core: Core, request: CallRequest): Promise<Reply<unknown>> {
  return send(begin(core, request), decodeReply);
}

/** Opens a stream of events. */
export function openStream(
  core: Core,
  request: CallRequest,
  partial: (() => Accumulator<object, unknown>) | undefined,
): Promise<ResponseFeed> {
  return send(begin(core, request), (call, response) => openFeed(call, response, partial));
}

/** Fetches bytes; whoever reads them ends the call. */
export function openDownload(core: Core, request: CallRequest): Promise<OpenBody> {
  return send(begin(core, request), openBody);
}

function begin(core: Core, request: CallRequest): Call {
  const { operation } = request;
  if (core.wire === undefined) start(core);
  let prepared = core.prepared.get(operation);
  if (prepared === undefined) {
    prepared = prepareOperation(operation, core.headers);
    core.prepared.set(operation, prepared);
  }
  return new Call(core, prepared, request);
}

function decodeReply(call: Call, response: HttpResponse): Promise<Reply<unknown>> | Reply<unknown> {
  return call.handle.raw ? rawReply(call, response) : readJson(call, response);
}

function openBody(call: Call, response: HttpResponse): OpenBody {
  const { status, headers } = response;
  return { status, headers, requestId: call.requestId, stream: bodyStream(call, response) };
}

function rawReply(call: Call, response: HttpResponse): Reply<unknown> {
  const { stream, ...facts } = openBody(call, response);
  return { ...facts, data: undefined, response: new Response(stream, facts) };
}

/** Connects a client with its adapter and observers. */
function start(core: Core): void {
  const { http, middleware = [], logger, telemetry } = core.options;
  const adapter = http ?? defaultAdapter();
  core.wire = {
    handler: compose(middleware, pinned(adapter, core.target)),
    direct: http === undefined && middleware.length === 0,
    // An adapter of the user's is closed by its owner.
    close: () => (http === undefined ? adapter.close() : Promise.resolve()),
  };
  core.observers = diagnosticsObservers();
  const level = logLevel(logger);
  if (level !== 'off' || telemetry !== undefined) core.ready = observe(core, level);
}

/** Loads what observes calls; the first call waits for it. Most programs need none of it. */
async function observe(core: Core, level: LogLevel): Promise<void> {
  const { makeObservers } = await import('./observability/make-observers.js');
  const { logger, telemetry } = core.options;
  core.observers = [...core.observers, ...makeObservers(logger, level, telemetry)];
  core.ready = undefined;
}

/** The key goes to the configured origin only, also when a middleware has another idea. */
function pinned(adapter: HttpAdapter, target: Target): HttpHandler {
  return (request) =>
    request.origin === target.origin
      ? adapter.send(request)
      : Promise.reject(new ConfigError('middleware', 'middleware must not send a request to another origin'));
}

function compose(middleware: readonly Middleware[], adapter: HttpHandler): HttpHandler {
  let handler = adapter;
  for (const wrap of middleware.toReversed()) handler = wrap(handler);
  return handler;
}
