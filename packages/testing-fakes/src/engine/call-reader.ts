/** Turns requests into handler calls, after every check that does not depend on the handler. */
import type { Operation } from '@parlance/schemas';
import type { OperationSchemas } from '@parlance/schemas/validation/kit';
import type { Arrival } from './arrival.js';
import type { AnyCall } from './call.js';
import type { Conventions } from './conventions.js';
import { authorize, betasOf, versionOf } from './headers.js';
import type { Translation } from './naming.js';
import { createQueryReader } from './query.js';
import { noOperation, readBody } from './read-request.js';
import { noBody, noQuery, requireValid } from './validation.js';

/** Options for {@link CallReader}. */
export interface CallReaderParts {
  /** Schemas of an operation. */
  readonly schemasOf: (operation: Operation) => OperationSchemas;
  /** Converts the body of a request before it is validated. */
  readonly readBody: (operation: Operation, body: unknown) => unknown;
  /** Whether to reject requests without a required beta header. */
  readonly strictBetas: boolean;
  /** Translates the deployment's names; undefined when it uses those of the documentation. */
  readonly translation: Translation | undefined;
}

/** Reads and validates requests. */
export class CallReader {
  readonly #parts: CallReaderParts;
  readonly #queryReaders = new Map<string, (search: string) => unknown>();

  /** @param parts - See {@link CallReaderParts}. */
  constructor(parts: CallReaderParts) {
    this.#parts = parts;
  }

  /**
   * Validates the path, key, rate limit, headers, query and body, in this order.
   *
   * @throws {Refusal} For the first check that fails.
   */
  read(arrival: Arrival): AnyCall {
    const { request, found, world, keyKind, requestId, conventions } = arrival;
    // An unknown path takes precedence over an invalid key.
    if (found.kind !== 'operation') throw noOperation(request.method, arrival.path, found);
    const { operation } = found.match;
    const { translation, strictBetas } = this.#parts;
    const params = translation?.readParams(operation, found.match.params) ?? found.match.params;
    if (world === undefined || keyKind === undefined) throw arrival.refused;
    authorize(operation, keyKind, conventions);
    arrival.gauge?.take();
    const { headers, origin } = request;
    const version = versionOf(operation, headers, conventions);
    const betas = betasOf(operation, headers, { version, strict: strictBetas, conventions });
    const query = this.#readQuery(operation, arrival);
    const { body, parts } = this.#readBody(operation, arrival);
    const now = world.clock.iso();
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

  #readBody(operation: Operation, arrival: Arrival): Pick<AnyCall, 'body' | 'parts'> {
    const { translation } = this.#parts;
    const schemas = this.#parts.schemasOf(operation);
    const { body: sent, parts } = readBody(operation, schemas, arrival);
    const read = translation === undefined ? sent : translation.readBody(operation, sent);
    const body = this.#parts.readBody(operation, read);
    if (operation.upload === undefined) requireValid(schemas.body ?? noBody, body ?? {}, translation?.naming);
    return { body, parts };
  }

  #readQuery(operation: Operation, { search, conventions }: Arrival): unknown {
    const schemas = this.#parts.schemasOf(operation);
    const query = search === '' ? {} : this.#queryReader(operation, conventions)(search);
    requireValid(schemas.query ?? noQuery, query);
    return query;
  }

  #queryReader(operation: Operation, { emptyParameters }: Conventions): (search: string) => unknown {
    const known = this.#queryReaders.get(operation.id);
    if (known !== undefined) return known;
    const { schemasOf, translation } = this.#parts;
    const read = createQueryReader(schemasOf(operation).query, emptyParameters);
    const reader =
      translation === undefined ? read : (search: string) => translation.readQuery(operation, read(search));
    this.#queryReaders.set(operation.id, reader);
    return reader;
  }
}
