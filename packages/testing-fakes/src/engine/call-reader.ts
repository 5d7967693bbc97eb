/** Turns requests into handler calls, after every check that does not depend on the handler. */
import type { Operation } from '@parlance/schemas';
import type { OperationSchemas } from '@parlance/schemas/validation';
import type { AnyCall } from './call.js';
import { authorize, betasOf, versionOf } from './headers.js';
import type { FakeRequest } from './message.js';
import type { Translation } from './naming.js';
import { withoutNewerFields } from './newer-fields.js';
import { createQueryReader, type QueryReader } from './query.js';
import { noOperation, readBody } from './read-request.js';
import type { ReceivedBody } from './receive-body.js';
import type { ResponseContext } from './respond.js';
import type { Found } from './router.js';
import { bodySchemaOf, noBody, noQuery, requireValid, schemasOf } from './validation.js';

/** Options for {@link CallReader}. */
export interface CallReaderParts {
  /** Whether to reject requests without a required beta header. */
  readonly strictBetas: boolean;
  /** Translates the deployment's names; undefined when it uses those of the documentation. */
  readonly translation: Translation | undefined;
}

/** A routed request. */
export interface Readable {
  readonly request: FakeRequest;
  readonly path: string;
  readonly search: string;
  readonly found: Found;
  readonly context: ResponseContext;
  readonly received: ReceivedBody;
  /** Error thrown when its key was read or its world was opened; undefined when it has a world. */
  readonly refused: unknown;
}

/** Reads and validates requests. */
export class CallReader {
  readonly #parts: CallReaderParts;
  readonly #queryReaders = new Map<string, QueryReader>();

  /** @param parts - See {@link CallReaderParts}. */
  constructor(parts: CallReaderParts) {
    this.#parts = parts;
  }

  /**
   * Validates the path, key, rate limit, headers, query and body, in this order.
   *
   * @throws {Refusal} For the first check that fails.
   */
  read(exchange: Readable): AnyCall {
    const { request, found } = exchange;
    // An unknown path takes precedence over an invalid key.
    if (found.kind !== 'operation') throw noOperation(request.method, exchange.path, found);
    const { operation } = found.match;
    const { translation, strictBetas } = this.#parts;
    const params = translation?.readParams(operation, found.match.params) ?? found.match.params;
    const { world, keyKind, requestId } = exchange.context;
    if (world === undefined || keyKind === undefined) throw exchange.refused;
    authorize(operation, keyKind);
    exchange.context.gauge?.take();
    const version = versionOf(operation, request.headers);
    const betas = betasOf(operation, request.headers, { version, strict: strictBetas });
    const schemas = schemasOf(operation);
    const query = this.#readQuery(operation, schemas, exchange.search);
    requireValid(schemas.query ?? noQuery, query);
    const { headers } = request;
    const { body: sent, parts } = readBody(operation, schemas, { headers, received: exchange.received });
    const read = translation === undefined ? sent : translation.readBody(operation, sent);
    const body = withoutNewerFields(operation, read);
    if (operation.upload === undefined)
      requireValid(bodySchemaOf(operation) ?? noBody, body ?? {}, translation?.naming);
    const now = world.clock.iso();
    const { origin } = request;
    return {
      operation,
      params,
      query,
      body,
      parts,
      headers,
      version,
      betas,
      keyKind,
      world,
      now,
      requestId,
      origin,
    };
  }

  #readQuery(operation: Operation, schemas: OperationSchemas, search: string): unknown {
    if (search === '') return {};
    let reader = this.#queryReaders.get(operation.id);
    const { translation } = this.#parts;
    if (reader === undefined) {
      // An empty variable in a filter must not export everything.
      const isExport = operation.path.startsWith('/v1/compliance/');
      reader = createQueryReader(schemas.query, isExport ? 'rejected' : 'absent');
      this.#queryReaders.set(operation.id, reader);
    }
    const query = reader(search);
    return translation === undefined ? query : translation.readQuery(operation, query);
  }
}
