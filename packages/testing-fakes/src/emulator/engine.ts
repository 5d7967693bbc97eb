/** The engine: one request in, one response out. The steps of {@link ServiceEngine} are in the order in which they run. */
import type { Operation } from '@parlance/schemas';
import type { OperationSchemas } from '@parlance/schemas/validation/kit';
import { Arrival, type Directory } from '../engine/arrival.js';
import type { AnyCall, AnyHandler } from '../engine/call.js';
import { CallReader } from '../engine/call-reader.js';
import type { Conventions } from '../engine/conventions.js';
import { createEventBody } from '../engine/event-body.js';
import type { Gauge } from '../engine/gauge.js';
import { BytesResult, EventResult, LinesResult } from '../engine/handler-result.js';
import { headerOf, type Identity } from '../engine/headers.js';
import { createLineBody } from '../engine/line-body.js';
import type { BodyStream, Engine, FakeRequest, FakeResponse } from '../engine/message.js';
import type { Translation } from '../engine/naming.js';
import { omitNulls } from '../engine/omit-nulls.js';
import { receiveBody } from '../engine/receive-body.js';
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
} from '../engine/respond.js';
import { createRouter } from '../engine/router.js';
import { requireContract } from '../engine/validation.js';
import { divergencePlanOf } from '../exchanges/divergence-plan.js';
import { exchangePlanOf } from '../exchanges/exchange-plan.js';
import { replay } from '../exchanges/replay.js';
import { injectAfter, injectBefore } from '../faults/apply-fault.js';
import { faultPlanOf } from '../faults/fault-plan.js';
import type { ContentWriter } from '../world/content.js';
import type { Journal } from '../world/journal.js';
import type { World } from '../world/world.js';
import type { WorldSlot, Worlds } from '../world/worlds.js';

/** Options for {@link createEngine}. */
export interface EngineParts {
  /** Operations to serve. */
  readonly operations: readonly Operation[];
  /** Handlers of these operations, by id. */
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
  /** Loads the schemas of the service of an operation. Returns undefined if they are loaded. */
  readonly load: (operation: Operation) => Promise<void> | undefined;
  /** Schemas of an operation, once they are loaded. */
  readonly schemasOf: (operation: Operation) => OperationSchemas;
  /** Conventions of the service that an operation belongs to. */
  readonly conventionsOf: (operation: Operation) => Conventions;
  /** Converts the body of a request before it is validated. */
  readonly readBody: (operation: Operation, body: unknown) => unknown;
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
  readonly afterRequest: (arrival: Arrival, world: World) => void;
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

/**
 * Creates an engine.
 *
 * @param parts - See {@link EngineParts}.
 */
export function createEngine(parts: EngineParts): Engine {
  return new ServiceEngine(parts);
}

class ServiceEngine implements Engine {
  readonly #parts: EngineParts;
  readonly #directory: Directory;
  readonly #reader: CallReader;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#reader = new CallReader(parts);
    const { operations, conventionsOf } = parts;
    const keyKinds = new Set(operations.map(({ auth }) => auth));
    this.#directory = { route: createRouter(operations), keyKinds, conventionsOf };
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
    const arrival = new Arrival(request, this.#directory);
    await this.#receive(arrival);
    try {
      return await this.#exchange(arrival, this.#enter(arrival));
    } finally {
      if (arrival.received.kind === 'form') arrival.received.discard();
    }
  }

  /** Loads the schemas and receives the body, unless the request is rejected without them. */
  async #receive(arrival: Arrival): Promise<void> {
    const { request, operation, conventions } = arrival;
    if (operation === undefined || !arrival.isAuthorized) return;
    const { createWriter, load } = this.#parts;
    const loading = load(operation);
    if (loading !== undefined) await loading;
    const contentTypeRule = conventions.rulesOf(operation).contentType;
    arrival.received = await receiveBody(request, { operation, contentTypeRule, createWriter });
  }

  /** Opens the world of a request. Returns undefined when the key is not valid. */
  #enter(arrival: Arrival): WorldSlot | undefined {
    const { operation, identity } = arrival;
    try {
      if (identity === undefined) throw arrival.refused;
      const slot = this.#parts.worlds.use(identity.world);
      const world = this.#parts.viewOfKey(slot.world, identity);
      arrival.gauge = operation === undefined ? undefined : this.#parts.gaugeOf(world, operation);
      arrival.requestId = world.requestId();
      arrival.startedAt = world.clock.now();
      arrival.startedIso = world.clock.iso();
      arrival.world = world;
      return slot;
    } catch (refused) {
      arrival.refused = refused;
      arrival.requestId = this.#parts.requestId();
      return undefined;
    }
  }

  async #exchange(arrival: Arrival, slot: WorldSlot | undefined): Promise<FakeResponse> {
    const injection = slot === undefined ? undefined : faultPlanOf(slot.world).inject(arrival);
    if (slot === undefined || injection === undefined)
      return this.#finish(arrival, slot, await this.#respond(arrival, slot));
    arrival.fault = injection.index;
    try {
      const { fault } = injection;
      const { request, requestId } = arrival;
      const faulty = { request, requestId, world: slot.world };
      const response = (await injectBefore(fault, faulty)) ?? (await this.#respond(arrival, slot));
      return this.#finish(arrival, slot, injectAfter(fault, response, faulty));
    } catch (error) {
      this.#record(arrival, slot);
      throw error;
    }
  }

  /** Replies like the deployment whose divergences the world follows. */
  async #respond(arrival: Arrival, slot: WorldSlot | undefined): Promise<FakeResponse> {
    const divergences = slot === undefined ? undefined : divergencePlanOf(slot.world);
    const refused = divergences?.before(arrival);
    if (refused !== undefined) return refused;
    const response = await this.#handleCall(arrival, slot);
    return divergences?.after(arrival, response) ?? response;
  }

  async #handleCall(arrival: Arrival, slot: WorldSlot | undefined): Promise<FakeResponse> {
    try {
      const recorded = slot === undefined ? undefined : exchangePlanOf(slot.world);
      if (recorded?.isActive === true) return replay(recorded.next(arrival), arrival.requestId);
      const call = this.#reader.read(arrival);
      arrival.call = call;
      return await this.#runHandler(arrival, call, slot as WorldSlot);
    } catch (error) {
      const refusal = refusalOf(error);
      arrival.rule = refusal.rule;
      return respondError(arrival, this.#translatedRefusal(refusal));
    }
  }

  #translatedRefusal(refusal: RefusalParts): RefusalParts {
    const { translation } = this.#parts;
    return { ...refusal, message: textOf(refusal.message, translation?.writeWords) };
  }

  async #runHandler(arrival: Arrival, call: AnyCall, slot: WorldSlot): Promise<FakeResponse> {
    const handler = this.#parts.handlers[call.operation.id] as AnyHandler;
    slot.active++;
    try {
      const result = await handler(call as never);
      slot.world.store.commit();
      arrival.gauge?.spend(result);
      if (result instanceof EventResult) return this.#stream(arrival, slot, result);
      if (result instanceof BytesResult) return respondBytes(arrival, result);
      const write = (value: unknown): unknown => this.#written(call.operation, 'response', value);
      if (result instanceof LinesResult)
        return respondLines(arrival, createLineBody(result.contents, this.#rewrites ? write : undefined));
      return respondJson(arrival, write(result));
    } finally {
      slot.active--;
    }
  }

  #stream(arrival: Arrival, slot: WorldSlot, result: EventResult<unknown>): FakeResponse {
    const operation = arrival.operation as Operation;
    const body: BodyStream = createEventBody({
      result,
      clock: slot.world.clock,
      paceMs: this.#parts.paceMs,
      write: (event) => {
        slot.world.store.commit();
        arrival.gauge?.spend(event);
        return this.#written(operation, 'event', event);
      },
      errorOf: (error) => errorBody(arrival.requestId, this.#translatedRefusal(refusalOf(error))),
      onEnd: () => slot.streams.delete(body),
    });
    slot.streams.add(body);
    return respondEvents(arrival, body);
  }

  /** Whether responses are checked or changed before they are sent. */
  get #rewrites(): boolean {
    const { checkResponses, omitsNulls, translation } = this.#parts;
    return checkResponses || omitsNulls || translation !== undefined;
  }

  /** Returns a response or an event in its wire form. */
  #written(operation: Operation, part: 'response' | 'event', value: unknown): unknown {
    const { checkResponses, omitsNulls, translation } = this.#parts;
    const schema = this.#parts.schemasOf(operation)[part];
    if (checkResponses) requireContract(schema, value);
    const sent = omitsNulls && schema !== undefined ? omitNulls(schema, value) : value;
    return translation?.writeResponse(operation, part, sent) ?? sent;
  }

  /** Notifies the services. A response whose consequences cannot be stored becomes an error. */
  #finish(arrival: Arrival, slot: WorldSlot | undefined, response: FakeResponse): FakeResponse {
    let sent = response;
    arrival.status = response.status;
    try {
      if (slot !== undefined) this.#parts.afterRequest(arrival, slot.world);
    } catch (error) {
      sent = respondError(arrival, this.#translatedRefusal(refusalOf(error)));
      arrival.status = sent.status;
    }
    this.#record(arrival, slot);
    return sent;
  }

  #record(arrival: Arrival, slot: WorldSlot | undefined): void {
    const { path, operation, status, rule, fault, startedAt, unknownModel } = arrival;
    this.#parts.journal.add({
      world: slot?.world.name ?? null,
      time: arrival.startedIso,
      duration_ms: slot === undefined ? 0 : slot.world.clock.now() - startedAt,
      method: arrival.method.slice(0, 20),
      path: path.slice(0, 1000),
      operation: operation?.id ?? null,
      status,
      rule,
      fault,
      unknown_model: unknownModel,
      request_id: arrival.requestId,
    });
  }
}
