/** The engine: one request in, one response out. */
import type { Operation } from '@parlance/schemas';
import type { OperationSchemas } from '@parlance/schemas/validation';
import type * as Validation from './validation.js';
import type { Journal } from '../world/journal.js';
import type { World } from '../world/world.js';
import type { WorldSlot, Worlds } from '../world/worlds.js';
import { BytesAnswer, EventAnswer, JsonAnswer } from './answer.js';
import { bytesOf, maxBodyBytes, readJson, tooLarge } from './body.js';
import type { AnyCall, AnyHandler } from './call.js';
import { createEventBody } from './event-body.js';
import { authorize, betasOf, headerOf, identify, requireContentType, versionOf } from './headers.js';
import type { BodyStream, FakeRequest, FakeResponse, RequestHeaders } from './message.js';
import { readMultipart } from './multipart.js';
import { createQueryReader, type QueryReader } from './query.js';
import { badRequest, Refusal, show } from './refusal.js';
import {
  errorBody,
  refusalOf,
  respondBytes,
  respondError,
  respondEvents,
  respondJson,
  respondPreflight,
  respondWithHeaders,
  type ResponseContext,
} from './respond.js';
import { createRouter, type Router } from './router.js';

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
  /** Hears of every request of a world once it is answered. */
  readonly onAnswered: (request: AnsweredRequest) => void;
  /** Milliseconds of a world's time before each event of a stream but the first. */
  readonly paceMs: number;
}

/** A request that has been answered. */
export interface AnsweredRequest {
  readonly world: World;
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly status: number;
  readonly requestId: string;
}

/** Answers requests. */
export interface Engine {
  /** Answers a request. It never rejects for what the request says. */
  handle(request: FakeRequest): Promise<FakeResponse>;
  /** Finds the operation of a request before its body is there; undefined when there is none. */
  operationOf(method: string, target: string): Operation | undefined;
}

type Contract = typeof Validation;

/** What is known of a request so far; filled step by step, so that a refusal can be written down at any step. */
interface Exchange {
  readonly request: FakeRequest;
  readonly path: string;
  readonly search: string;
  operation: Operation | undefined;
  slot: WorldSlot | undefined;
  context: ResponseContext;
  startedAt: number;
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
  readonly #queryReaders = new Map<string, QueryReader>();
  #contract: Contract | undefined;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const served = Object.values(parts.operations).filter((operation) =>
      Object.hasOwn(parts.handlers, operation.id),
    );
    this.#route = createRouter(served);
  }

  operationOf(method: string, target: string): Operation | undefined {
    const found = this.#route(method, splitTarget(target).path);
    return found.kind === 'operation' ? found.match.operation : undefined;
  }

  async handle(request: FakeRequest): Promise<FakeResponse> {
    if (
      request.method === 'OPTIONS' &&
      headerOf(request.headers, 'access-control-request-method') !== undefined
    ) {
      return respondPreflight(headerOf(request.headers, 'access-control-request-headers'));
    }
    const exchange = this.#begin(request);
    let response: FakeResponse;
    let rule: string | null = null;
    try {
      const call = await this.#read(exchange);
      response = await this.#answer(exchange, call);
    } catch (error) {
      const refusal = refusalOf(error);
      rule = refusal.rule;
      response = respondError(exchange.context, refusal);
    }
    this.#record(exchange, response.status, rule);
    this.#tell(exchange, response.status);
    return response;
  }

  #begin(request: FakeRequest): Exchange {
    const origin = headerOf(request.headers, 'origin');
    return {
      request,
      ...splitTarget(request.target),
      operation: undefined,
      slot: undefined,
      context: { requestId: '', world: undefined, keyKind: undefined, origin },
      startedAt: 0,
    };
  }

  /** Checks everything that is not the handler's: path, key, header fields, query, body. */
  async #read(exchange: Exchange): Promise<AnyCall> {
    const { request } = exchange;
    const found = this.#route(request.method, exchange.path);
    if (found.kind === 'operation') exchange.operation = found.match.operation;
    this.#enter(exchange, found.kind === 'operation');
    if (found.kind !== 'operation') throw noOperation(exchange, found);
    const { operation, params } = found.match;
    const { world, keyKind } = exchange.context;
    if (world === undefined || keyKind === undefined)
      throw new Error('A request without a world got past its key.');
    authorize(operation, keyKind);
    const version = versionOf(operation, request.headers);
    const betas = betasOf(operation, request.headers, { version, strict: this.#parts.strictBetas });
    const contract = (this.#contract ??= await import('./validation.js'));
    const schemas = (contract.schemas as Readonly<Record<string, OperationSchemas>>)[operation.id] ?? {};
    const query = this.#readQuery(operation, schemas, exchange.search);
    contract.requireValid(schemas.query ?? contract.noQuery, query);
    const { body, parts } = readBody(operation, schemas, request);
    if (operation.upload === undefined) contract.requireValid(schemas.body ?? contract.noBody, body ?? {});
    const { requestId } = exchange.context;
    const now = world.clock.iso();
    const { headers } = request;
    return { operation, params, query, body, parts, headers, version, betas, keyKind, world, now, requestId };
  }

  /** Finds the world of the key. A path that leads nowhere is told before a bad key. */
  #enter(exchange: Exchange, isServed: boolean): void {
    const { requestId } = this.#parts;
    try {
      const identity = identify(exchange.request.headers);
      const slot = this.#parts.worlds.use(identity.world);
      const { world } = slot;
      exchange.slot = slot;
      exchange.startedAt = world.clock.now();
      exchange.context = { ...exchange.context, world, keyKind: identity.kind, requestId: world.requestId() };
    } catch (error) {
      exchange.context = { ...exchange.context, requestId: requestId() };
      if (isServed) throw error;
    }
  }

  #readQuery(operation: Operation, schemas: OperationSchemas, search: string): Record<string, unknown> {
    if (search === '') return {};
    let reader = this.#queryReaders.get(operation.id);
    if (reader === undefined)
      this.#queryReaders.set(operation.id, (reader = createQueryReader(schemas.query)));
    return reader(search);
  }

  async #answer(exchange: Exchange, call: AnyCall): Promise<FakeResponse> {
    const handler = this.#parts.handlers[call.operation.id] as AnyHandler;
    const slot = exchange.slot as WorldSlot;
    slot.active++;
    try {
      const answer = await handler(call as never);
      if (answer instanceof EventAnswer) return this.#stream(exchange, slot, answer);
      if (answer instanceof BytesAnswer) return respondBytes(exchange.context, answer);
      this.#check(call.operation, 'response', answer instanceof JsonAnswer ? answer.value : answer);
      return answer instanceof JsonAnswer
        ? respondWithHeaders(exchange.context, answer)
        : respondJson(exchange.context, answer);
    } finally {
      slot.active--;
    }
  }

  #stream(exchange: Exchange, slot: WorldSlot, answer: EventAnswer<unknown>): FakeResponse {
    const { context, operation } = exchange;
    const body: BodyStream = createEventBody({
      answer,
      clock: slot.world.clock,
      paceMs: this.#parts.paceMs,
      check: (event) => this.#check(operation as Operation, 'event', event),
      errorOf: (error) => errorBody(context.requestId, refusalOf(error)),
      onEnd: () => slot.streams.delete(body),
    });
    slot.streams.add(body);
    return respondEvents(context, body);
  }

  #check(operation: Operation, part: 'response' | 'event', value: unknown): void {
    if (!this.#parts.checkAnswers || this.#contract === undefined) return;
    const schemas = (this.#contract.schemas as Readonly<Record<string, OperationSchemas>>)[operation.id];
    this.#contract.requireContract(schemas?.[part], value);
  }

  #tell({ request, slot, context }: Exchange, status: number): void {
    if (slot === undefined) return;
    const { method, target, headers } = request;
    this.#parts.onAnswered({
      world: slot.world,
      method,
      target,
      headers,
      status,
      requestId: context.requestId,
    });
  }

  #record(exchange: Exchange, status: number, rule: string | null): void {
    const { request, operation, slot, context } = exchange;
    this.#parts.journal.add({
      world: slot?.world.name ?? null,
      time: slot === undefined ? null : new Date(exchange.startedAt).toISOString(),
      duration_ms: slot === undefined ? 0 : slot.world.clock.now() - exchange.startedAt,
      method: request.method.slice(0, 20),
      path: exchange.path.slice(0, 1000),
      operation: operation?.id ?? null,
      status,
      rule,
      request_id: context.requestId,
    });
  }
}

function splitTarget(target: string): { readonly path: string; readonly search: string } {
  // A proxy's request line holds the whole URL.
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const fragment = local.indexOf('#');
  const whole = fragment < 0 ? local : local.slice(0, fragment);
  const mark = whole.indexOf('?');
  return mark < 0
    ? { path: whole, search: '' }
    : { path: whole.slice(0, mark), search: whole.slice(mark + 1) };
}

function noOperation(
  exchange: Exchange,
  found: { readonly kind: string; readonly allowed?: readonly string[] },
): Refusal {
  const type = found.allowed === undefined ? 'not_found_error' : 'invalid_request_error';
  const where = `${exchange.request.method.slice(0, 20)} ${show(exchange.path)}`;
  return new Refusal({
    status: found.allowed === undefined ? 404 : 405,
    type,
    rule: 'GEN-007',
    message: `There is no operation ${where}.`,
    headers: found.allowed === undefined ? undefined : { allow: found.allowed.join(', ') },
  });
}

function readBody(
  operation: Operation,
  schemas: OperationSchemas,
  request: FakeRequest,
): { readonly body: unknown; readonly parts: AnyCall['parts'] } {
  const size = bytesOf(request.body);
  if (size > maxBodyBytes(operation)) throw tooLarge(operation);
  if (operation.upload === 'multipart') {
    requireContentType(operation, request.headers);
    return {
      body: undefined,
      parts: readMultipart(request.body, headerOf(request.headers, 'content-type') ?? ''),
    };
  }
  if (schemas.body === undefined) {
    if (size === 0) return { body: undefined, parts: [] };
    if (operation.method === 'GET') throw badRequest('GEN-005', '', 'This operation takes no request body.');
  } else if (size === 0) {
    return { body: readJson(null), parts: [] };
  }
  requireContentType(operation, request.headers);
  return { body: readJson(request.body), parts: [] };
}
