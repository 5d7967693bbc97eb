/** The engine: one request in, one response out. */
import type { KeyKind, Operation } from '@parlance/schemas';
import type { Journal } from '../world/journal.js';
import type { World } from '../world/world.js';
import type { WorldSlot, Worlds } from '../world/worlds.js';
import { strikeAfter, strikeBefore, type FaultContext } from '../faults/apply-fault.js';
import type { Strike } from '../faults/fault-plan.js';
import { BytesAnswer, EventAnswer, JsonAnswer } from './answer.js';
import { CallReader, type Readable } from './call-reader.js';
import type { AnyCall, AnyHandler } from './call.js';
import { createEventBody } from './event-body.js';
import { headerOf, identify } from './headers.js';
import type { BodyStream, FakeRequest, FakeResponse, RequestHeaders } from './message.js';
import type { Translation } from './naming.js';
import { omitNulls } from './omit-nulls.js';
import { splitTarget } from './read-request.js';
import type { RefusalParts } from './refusal.js';
import {
  errorBody,
  refusalOf,
  respondBytes,
  respondError,
  respondEvents,
  respondJson,
  respondPreflight,
  respondWithHeaders,
} from './respond.js';
import { createRouter, type Router } from './router.js';
import { requireContract, schemasOf } from './validation.js';

/** Parts of an engine. */
export interface EngineParts {
  /** Operations by id. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Handlers by operation id. An operation without one is not served. */
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
  readonly worlds: Worlds;
  readonly journal: Journal;
  /** Makes request ids for requests that name no world. */
  readonly requestId: () => string;
  /** Whether a missing beta header is refused. */
  readonly strictBetas: boolean;
  /** Whether every answer is held against the contract; a difference is a fault of the emulator. */
  readonly checkAnswers: boolean;
  /** Whether members that are null are left out of responses. */
  readonly omitsNulls: boolean;
  /** Hears of every request of a world once it is answered. */
  readonly onAnswered: (request: AnsweredRequest) => void;
  /** Milliseconds of a world's time before each event of a stream but the first. */
  readonly paceMs: number;
  /** Translates to and from a deployment's own words; undefined when it uses the documents'. */
  readonly translation: Translation | undefined;
}

/** A request that has been answered. */
export interface AnsweredRequest {
  readonly world: World;
  readonly keyKind: KeyKind;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: RequestHeaders;
  readonly status: number;
  readonly requestId: string;
}

/** Answers requests. */
export interface Engine {
  /**
   * Answers a request. It never rejects for what the request says.
   *
   * @throws {ConnectionCut} When a fault cuts the connection before there is an answer.
   */
  handle(request: FakeRequest): Promise<FakeResponse>;
  /** Finds the operation of a request before its body is there; undefined when there is none. */
  operationOf(method: string, target: string): Operation | undefined;
}

/** A request and what is known of it. */
interface Exchange extends Readable {
  readonly slot: WorldSlot | undefined;
  readonly startedAt: number;
  /** The same as text; null without a world. */
  readonly startedIso: string | null;
  rule: string | null;
  fault: number | null;
}

/**
 * Makes an engine.
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

  operationOf(method: string, target: string): Operation | undefined {
    const found = this.#route(method, splitTarget(target).path);
    return found.kind === 'operation' ? found.match.operation : undefined;
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
    const exchange = this.#begin(request);
    const strike = exchange.slot === undefined ? undefined : this.#strike(exchange, exchange.slot.world);
    if (strike === undefined) return this.#note(exchange, await this.#respond(exchange));
    exchange.fault = strike.index;
    try {
      const { world } = exchange.slot as WorldSlot;
      const struck: FaultContext = { request, world, requestId: exchange.context.requestId };
      const response = (await strikeBefore(strike.fault, struck)) ?? (await this.#respond(exchange));
      return this.#note(exchange, strikeAfter(strike.fault, response, struck));
    } catch (error) {
      this.#record(exchange, null);
      throw error;
    }
  }

  /** Finds the operation and the world. */
  #begin(request: FakeRequest): Exchange {
    const { path, search } = splitTarget(request.target);
    const found = this.#route(request.method, path);
    const context = { world: undefined, keyKind: undefined, origin: headerOf(request.headers, 'origin') };
    const common = { request, path, search, found, rule: null, fault: null };
    try {
      const identity = identify(request.headers);
      const slot = this.#parts.worlds.use(identity.world);
      const { world } = slot;
      const gauge = found.kind === 'operation' ? world.limits.gauge(found.match.operation) : undefined;
      const known = { ...context, world, keyKind: identity.kind, requestId: world.requestId(), gauge };
      return {
        ...common,
        slot,
        context: known,
        startedAt: world.clock.now(),
        startedIso: world.clock.iso(),
        badKey: undefined,
      };
    } catch (badKey) {
      const unknown = { ...context, requestId: this.#parts.requestId() };
      return { ...common, slot: undefined, context: unknown, startedAt: 0, startedIso: null, badKey };
    }
  }

  #strike({ request, path, found }: Exchange, world: World): Strike | undefined {
    const operation = found.kind === 'operation' ? found.match.operation.id : undefined;
    return world.faults.strike({ method: request.method, path, operation, body: request.body });
  }

  async #respond(exchange: Exchange): Promise<FakeResponse> {
    try {
      const call = this.#reader.read(exchange);
      return await this.#answer(exchange, call);
    } catch (error) {
      const refusal = refusalOf(error);
      exchange.rule = refusal.rule;
      return respondError(exchange.context, this.#told(refusal));
    }
  }

  /** A refusal in the deployment's words. */
  #told(refusal: RefusalParts): RefusalParts {
    const { translation } = this.#parts;
    return translation === undefined
      ? refusal
      : { ...refusal, message: translation.writeMessage(refusal.message) };
  }

  async #answer(exchange: Exchange, call: AnyCall): Promise<FakeResponse> {
    const handler = this.#parts.handlers[call.operation.id] as AnyHandler;
    const slot = exchange.slot as WorldSlot;
    slot.active++;
    try {
      const answer = await handler(call as never);
      slot.world.store.commit();
      exchange.context.gauge?.spend(answer instanceof JsonAnswer ? answer.value : answer);
      if (answer instanceof EventAnswer) return this.#stream(exchange, call, answer);
      if (answer instanceof BytesAnswer) return respondBytes(exchange.context, answer);
      const write = (value: unknown): unknown => this.#written(call.operation, 'response', value);
      return answer instanceof JsonAnswer
        ? respondWithHeaders(exchange.context, new JsonAnswer(write(answer.value), answer.headers))
        : respondJson(exchange.context, write(answer));
    } finally {
      slot.active--;
    }
  }

  #stream(exchange: Exchange, call: AnyCall, answer: EventAnswer<unknown>): FakeResponse {
    const { context } = exchange;
    const slot = exchange.slot as WorldSlot;
    const body: BodyStream = createEventBody({
      answer,
      clock: slot.world.clock,
      paceMs: this.#parts.paceMs,
      write: (event) => {
        slot.world.store.commit();
        context.gauge?.spend(event);
        return this.#written(call.operation, 'event', event);
      },
      errorOf: (error) => errorBody(context.requestId, this.#told(refusalOf(error))),
      onEnd: () => slot.streams.delete(body),
    });
    slot.streams.add(body);
    return respondEvents(context, body);
  }

  /** A response or an event as it is sent. */
  #written(operation: Operation, part: 'response' | 'event', value: unknown): unknown {
    const { checkAnswers, omitsNulls, translation } = this.#parts;
    const schema = schemasOf(operation)[part];
    if (checkAnswers) requireContract(schema, value);
    const sent = omitsNulls && schema !== undefined ? omitNulls(schema, value) : value;
    return translation?.writeAnswer(operation, part, sent) ?? sent;
  }

  #tell({ request, path, search, slot, context }: Exchange, status: number): void {
    const { keyKind, requestId } = context;
    if (slot === undefined || keyKind === undefined) return;
    const { method, headers } = request;
    const { world } = slot;
    this.#parts.onAnswered({ world, keyKind, method, path, search, headers, status, requestId });
  }

  #note(exchange: Exchange, response: FakeResponse): FakeResponse {
    this.#record(exchange, response.status);
    this.#tell(exchange, response.status);
    return response;
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
