/** A request on its way through the emulator, from its arrival to its journal entry. */
import type { KeyKind, Operation } from '@parlance/schemas';
import type { World } from '../world/world.js';
import type { AnyCall } from './call.js';
import { defaultConventions, type Conventions } from './conventions.js';
import type { Gauge } from './gauge.js';
import { headerOf, identify, isAuthorized, type Identity } from './headers.js';
import type { FakeRequest, RequestHeaders } from './message.js';
import type { Part } from './multipart.js';
import { splitTarget } from './read-request.js';
import { bodyContains, jsonOf, NO_BODY, type ReceivedBody } from './receive-body.js';
import type { Found, Router } from './router.js';

/** What is known of all requests. */
export interface Directory {
  readonly route: Router;
  /** Kinds of keys. */
  readonly keyKinds: ReadonlySet<string>;
  /** Returns the conventions of the service that an operation belongs to. */
  readonly conventionsOf: (operation: Operation) => Conventions;
}

/**
 * A request that has arrived: routed, and with its key. Its body, its world and its result are added as they become known, in the
 * order of the fields.
 */
export class Arrival {
  readonly request: FakeRequest;
  readonly path: string;
  /** Query, without the question mark. */
  readonly search: string;
  readonly found: Found;
  /** Conventions of the service that the operation belongs to. */
  readonly conventions: Conventions = defaultConventions;
  /** World and kind of the key; undefined if it is invalid. */
  readonly identity: Identity | undefined;
  /** Error thrown when the key was read or its world was opened; undefined when the request has a world. */
  refused: unknown;
  received: ReceivedBody = NO_BODY;
  /** World as the key sees it; undefined when the request is rejected before. */
  world: World | undefined;
  /** Request id of the response. */
  requestId = '';
  /** Usage of the rate limits; undefined when the request is not limited. */
  gauge: Gauge | undefined;
  /** World time of the arrival, in milliseconds since the Unix epoch, and as RFC 3339. */
  startedAt = 0;
  startedIso: string | null = null;
  /** The validated request; undefined when it is rejected before its handler is called. */
  call: AnyCall | undefined;
  /** First model that the request names and no list has, or null. */
  unknownModel: string | null = null;
  /** Index of the injected fault, or null. */
  fault: number | null = null;
  /** Rule that the request violated, or null. */
  rule: string | null = null;
  /** Status of the response; null before it starts, and when the connection was cut. */
  status: number | null = null;

  /**
   * @param request - The request.
   * @param directory - See {@link Directory}.
   */
  constructor(request: FakeRequest, { route, keyKinds, conventionsOf }: Directory) {
    this.request = request;
    ({ path: this.path, search: this.search } = splitTarget(request.target));
    this.found = route(request.method, this.path);
    if (this.operation !== undefined) this.conventions = conventionsOf(this.operation);
    try {
      this.identity = identify(request.headers, keyKinds);
    } catch (refused) {
      this.refused = refused;
    }
  }

  get method(): string {
    return this.request.method;
  }

  get headers(): RequestHeaders {
    return this.request.headers;
  }

  /** Operation; undefined when the method and path match none. */
  get operation(): Operation | undefined {
    return this.found.kind === 'operation' ? this.found.match.operation : undefined;
  }

  /** Whether the operation is known and the key may call it. */
  get isAuthorized(): boolean {
    const { operation, identity, conventions } = this;
    if (operation === undefined || identity === undefined) return false;
    return isAuthorized(operation, identity.kind, conventions);
  }

  /** Kind of the key; undefined if the request has no world. */
  get keyKind(): KeyKind | undefined {
    return this.world === undefined ? undefined : this.identity?.kind;
  }

  /** `origin` header of the request. Browsers require CORS headers in response. */
  get origin(): string | undefined {
    return headerOf(this.request.headers, 'origin');
  }

  /** JSON body; undefined if there is none, or it is not JSON. */
  get json(): unknown {
    return jsonOf(this.received);
  }

  /** Parts of a `multipart/form-data` body; undefined for other bodies. */
  get parts(): readonly Part[] | undefined {
    return this.received.kind === 'form' ? this.received.parts : undefined;
  }

  /** Whether the body contains a text. */
  bodyContains(text: string): boolean {
    return bodyContains(this.received, text);
  }
}
