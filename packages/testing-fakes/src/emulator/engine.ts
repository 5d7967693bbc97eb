/** The engine: one request in, one response out. */
import type { KeyKind, Operation } from '@parlance/schemas';
import type { Gauge } from '../limits/limit-plan.js';
import type { Journal } from '../world/journal.js';
import type { ContentWriter } from '../world/content.js';
import type { World } from '../world/world.js';
import type { WorldSlot, Worlds } from '../world/worlds.js';
import { injectAfter, injectBefore, type FaultContext } from '../faults/apply-fault.js';
import type { Injection } from '../faults/fault-plan.js';
import type { RequestTarget } from '../scenario/match-request.js';
import { BytesResult, EventResult, JsonResult, LinesResult } from '../engine/handler-result.js';
import { CallReader, type Readable } from '../engine/call-reader.js';
import type { AnyCall, AnyHandler } from '../engine/call.js';
import { replay } from '../exchanges/replay.js';
import type { ReplayRequest } from '../exchanges/exchange-plan.js';
import { createEventBody } from '../engine/event-body.js';
import { headerOf, identify, isAuthorized, type Identity } from '../engine/headers.js';
import { createLineBody } from '../engine/line-body.js';
import type { BodyStream, FakeRequest, FakeResponse, RequestHeaders } from '../engine/message.js';
import type { Translation } from '../engine/naming.js';
import { omitNulls } from '../engine/omit-nulls.js';
import { splitTarget, type Target } from '../engine/read-request.js';
import { bodyContains, jsonOf, NO_BODY, receiveBody, type ReceivedBody } from '../engine/receive-body.js';
import { textOf, type RefusalParts } from '../engine/refusal.js';
import {
  errorBody,
  refusalOf,
  respondBytes,
  respondError,
  respondEvents,
  respondJson,
  respondLines,
  respondPreflight,
  respondWithHeaders,
} from '../engine/respond.js';
import { createRouter, type Found, type Router } from '../engine/router.js';
import { requireContract, schemasOf } from '../engine/validation.js';

/** Options for {@link createEngine}. */
export interface EngineParts {
  /** Operations by id. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Handlers by operation id. Operations without a handler are not served. */
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
  readonly worlds: Worlds;
  readonly journal: Journal;
  /** Creates the ids of requests whose key names no world. */
  readonly requestId: () => string;
  /** Whether to reject requests without a required beta header. */
  readonly strictBetas: boolean;
  /** Whether to validate every response against the contract. A mismatch is a bug of the emulator and results in a 500. */
  readonly checkResponses: boolean;
  /** Whether to omit optional members that are null from responses. */
  readonly omitsNulls: boolean;
  /** Called for every request of a world, when its response starts. */
  readonly onHandled: (request: HandledRequest) => void;
  /** Delay before each stream event after the first, in milliseconds of world time. */
  readonly paceMs: number;
  /** Translates to and from the deployment's names; undefined when it uses those of the documentation. */
  readonly translation: Translation | undefined;
  /** Returns a world as a key sees it. @throws {Refusal} When the key is not valid for the world. */
  readonly viewOfKey: (world: World, key: Identity) => World;
  /** Returns the rate limits of an operation; undefined when it is not limited. */
  readonly gaugeOf: (world: World, operation: Operation) => Gauge | undefined;
  /** Creates the writer of an uploaded file's content. */
  readonly createWriter: () => ContentWriter;
}

/** A request whose response has started. */
export interface HandledRequest extends RequestTarget {
  readonly world: World;
  readonly keyKind: KeyKind;
  readonly search: string;
  readonly headers: RequestHeaders;
  readonly status: number;
  readonly requestId: string;
}

/** Handles requests. */
export interface Engine {
  /**
   * Handles a request. Invalid requests result in an error response, never in a rejection.
   *
   * @throws {ConnectionCut} When a fault cuts the connection before the response starts.
   */
  handle(request: FakeRequest): Promise<FakeResponse>;
}

/** A request that has been routed and whose key has been read, before its body is. */
interface Arrival extends Target {
  readonly request: FakeRequest;
  readonly found: Found;
  /** World and kind of the key; undefined if it is invalid. */
  readonly identity: Identity | undefined;
  /** Error thrown when the key was read. */
  readonly refused: unknown;
}

/** A request while it is handled. */
interface Exchange extends Readable {
  readonly slot: WorldSlot | undefined;
  readonly startedAt: number;
  /** `startedAt` as RFC 3339; null without a world. */
  readonly startedIso: string | null;
  rule: string | null;
  fault: number | null;
}

/**
 * Creates an engine.
 *
 * @param parts - See {@link EngineParts}.
 */
export function createEngine(parts: EngineParts): Engine {
  return new RecordEngine(parts);
}

class RecordEngine implements Engine {
  readonly #parts: EngineParts;
  readonly #route: Router;
  readonly #reader: CallReader;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#reader = new CallReader(parts);
    const served = Object.values(parts.operations).filter((operation) =>
      Object.hasOwn(parts.handlers, operation.id),
    );
    this.#route = createRouter(served);
  }

  handle(request: FakeRequest): Promise<FakeResponse> {
    const { translation } = this.#parts;
    return translation === undefined ? this.#handle(request) : this.#translated(request, translation);
  }

  async #translated(request: FakeRequest, translation: Translation): Promise<FakeResponse> {
    const response = await this.#handle({ ...request, headers: translation.readHeaders(request.headers) });
    return { ...response, headers: translation.writeHeaders(response.headers) };
  }

  async #handle(request: FakeRequest): Promise<FakeResponse> {
    if (
      request.method === 'OPTIONS' &&
      headerOf(request.headers, 'access-control-request-method') !== undefined
    ) {
      return respondPreflight(headerOf(request.headers, 'access-control-request-headers'));
    }
    const arrival = this.#arrive(request);
    const received = await this.#receive(arrival);
    try {
      return await this.#exchange(this.#begin(arrival, received));
    } finally {
      if (received.kind === 'form') received.discard();
    }
  }

  /** Receives the body, unless the request is rejected without it. */
  async #receive({ request, found, identity }: Arrival): Promise<ReceivedBody> {
    if (found.kind !== 'operation' || identity === undefined) return NO_BODY;
    const { operation } = found.match;
    return isAuthorized(operation, identity.kind)
      ? receiveBody(request, operation, this.#parts.createWriter)
      : NO_BODY;
  }

  async #exchange(exchange: Exchange): Promise<FakeResponse> {
    const injection = exchange.slot === undefined ? undefined : this.#inject(exchange, exchange.slot.world);
    if (injection === undefined) return this.#finish(exchange, await this.#respond(exchange));
    exchange.fault = injection.index;
    try {
      const { world } = exchange.slot as WorldSlot;
      const {
        request,
        context: { requestId },
      } = exchange;
      const context: FaultContext = { request, world, requestId };
      const response = (await injectBefore(injection.fault, context)) ?? (await this.#respond(exchange));
      return this.#finish(exchange, injectAfter(injection.fault, response, context));
    } catch (error) {
      this.#record(exchange, null);
      throw error;
    }
  }

  /** Resolves the operation and the key of a request. */
  #arrive(request: FakeRequest): Arrival {
    const target = splitTarget(request.target);
    const common = { ...target, request, found: this.#route(request.method, target.path) };
    try {
      return { ...common, identity: identify(request.headers), refused: undefined };
    } catch (refused) {
      return { ...common, identity: undefined, refused };
    }
  }

  /** Resolves the world of a request, once its body has been received. */
  #begin(arrival: Arrival, received: ReceivedBody): Exchange {
    const { request, found, identity } = arrival;
    const common = { ...arrival, received, rule: null, fault: null };
    const context = { world: undefined, keyKind: undefined, origin: headerOf(request.headers, 'origin') };
    try {
      if (identity === undefined) throw arrival.refused;
      const slot = this.#parts.worlds.use(identity.world);
      const world = this.#parts.viewOfKey(slot.world, identity);
      const gauge =
        found.kind === 'operation' ? this.#parts.gaugeOf(world, found.match.operation) : undefined;
      const known = { ...context, world, keyKind: identity.kind, requestId: world.requestId(), gauge };
      return {
        ...common,
        slot,
        context: known,
        startedAt: world.clock.now(),
        startedIso: world.clock.iso(),
      };
    } catch (refused) {
      const unknown = { ...context, requestId: this.#parts.requestId() };
      return { ...common, slot: undefined, context: unknown, startedAt: 0, startedIso: null, refused };
    }
  }

  #inject(exchange: Exchange, world: World): Injection | undefined {
    return world.scenario.faults.inject(targetOf(exchange));
  }

  async #respond(exchange: Exchange): Promise<FakeResponse> {
    try {
      const recorded = exchange.slot?.world.scenario.exchanges;
      if (recorded?.isActive === true)
        return replay(recorded.next(replayRequestOf(exchange)), exchange.context.requestId);
      const call = this.#reader.read(exchange);
      return await this.#runHandler(exchange, call);
    } catch (error) {
      const refusal = refusalOf(error);
      exchange.rule = refusal.rule;
      return respondError(exchange.context, this.#translatedRefusal(refusal));
    }
  }

  #translatedRefusal(refusal: RefusalParts): RefusalParts {
    const { translation } = this.#parts;
    return { ...refusal, message: textOf(refusal.message, translation?.writeWords) };
  }

  async #runHandler(exchange: Exchange, call: AnyCall): Promise<FakeResponse> {
    const handler = this.#parts.handlers[call.operation.id] as AnyHandler;
    const slot = exchange.slot as WorldSlot;
    slot.active++;
    try {
      const result = await handler(call as never);
      slot.world.store.commit();
      exchange.context.gauge?.spend(result instanceof JsonResult ? result.value : result);
      if (result instanceof EventResult) return this.#stream(exchange, call, result);
      if (result instanceof BytesResult) return respondBytes(exchange.context, result);
      const write = (value: unknown): unknown => this.#written(call.operation, 'response', value);
      if (result instanceof LinesResult)
        return respondLines(
          exchange.context,
          createLineBody(result.contents, this.#rewrites ? write : undefined),
        );
      return result instanceof JsonResult
        ? respondWithHeaders(exchange.context, new JsonResult(write(result.value), result.headers))
        : respondJson(exchange.context, write(result));
    } finally {
      slot.active--;
    }
  }

  #stream(exchange: Exchange, call: AnyCall, result: EventResult<unknown>): FakeResponse {
    const { context } = exchange;
    const slot = exchange.slot as WorldSlot;
    const body: BodyStream = createEventBody({
      result,
      clock: slot.world.clock,
      paceMs: this.#parts.paceMs,
      write: (event) => {
        slot.world.store.commit();
        context.gauge?.spend(event);
        return this.#written(call.operation, 'event', event);
      },
      errorOf: (error) => errorBody(context.requestId, this.#translatedRefusal(refusalOf(error))),
      onEnd: () => slot.streams.delete(body),
    });
    slot.streams.add(body);
    return respondEvents(context, body);
  }

  /** Whether responses are checked or changed before they are sent. */
  get #rewrites(): boolean {
    const { checkResponses, omitsNulls, translation } = this.#parts;
    return checkResponses || omitsNulls || translation !== undefined;
  }

  /** Returns a response or an event in its wire form. */
  #written(operation: Operation, part: 'response' | 'event', value: unknown): unknown {
    const { checkResponses, omitsNulls, translation } = this.#parts;
    const schema = schemasOf(operation)[part];
    if (checkResponses) requireContract(schema, value);
    const sent = omitsNulls && schema !== undefined ? omitNulls(schema, value) : value;
    return translation?.writeResponse(operation, part, sent) ?? sent;
  }

  /** Notifies the listener. A response whose consequences cannot be stored becomes an error. */
  #notified(exchange: Exchange, response: FakeResponse): FakeResponse {
    try {
      this.#notify(exchange, response.status);
      return response;
    } catch (error) {
      return respondError(exchange.context, this.#translatedRefusal(refusalOf(error)));
    }
  }

  #notify(exchange: Exchange, status: number): void {
    const { request, search, slot, context } = exchange;
    const { keyKind, requestId } = context;
    if (slot === undefined || keyKind === undefined) return;
    const { headers } = request;
    const { world } = slot;
    this.#parts.onHandled({ ...targetOf(exchange), world, keyKind, search, headers, status, requestId });
  }

  #finish(exchange: Exchange, response: FakeResponse): FakeResponse {
    const sent = this.#notified(exchange, response);
    this.#record(exchange, sent.status);
    return sent;
  }

  #record(exchange: Exchange, status: number | null): void {
    const { request, found, slot, context, rule, fault } = exchange;
    this.#parts.journal.add({
      world: slot?.world.name ?? null,
      time: exchange.startedIso,
      duration_ms: slot === undefined ? 0 : slot.world.clock.now() - exchange.startedAt,
      method: request.method.slice(0, 20),
      path: exchange.path.slice(0, 1000),
      operation: found.kind === 'operation' ? found.match.operation.id : null,
      status,
      rule,
      fault,
      request_id: context.requestId,
    });
  }
}

function replayRequestOf({ request, path, search, found, received }: Exchange): ReplayRequest {
  const operation = found.kind === 'operation' ? found.match.operation : undefined;
  const parts = received.kind === 'form' ? received.parts : undefined;
  return { operation, method: request.method, path, search, body: jsonOf(received), parts };
}

/** Returns the properties of a request that a scenario can match. */
function targetOf({ request, path, found, received }: Exchange): RequestTarget {
  const operation = found.kind === 'operation' ? found.match.operation.id : undefined;
  return { method: request.method, path, operation, bodyContains: (text) => bodyContains(received, text) };
}
