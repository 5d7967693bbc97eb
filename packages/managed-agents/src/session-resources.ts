import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  addSessionResource,
  deleteSessionResource,
  listSessionResources,
  retrieveSessionResource,
  updateSessionResource,
} from '@parlance/schemas/managed-agents';
import type {
  DeletedSessionResource,
  FileResource,
  FileResourceParams,
  SessionResource,
  SessionResourceListParams,
  SessionResourceUpdateParams,
} from '@parlance/schemas/managed-agents';

/** Attaches and manages the resources of a session: files, repositories and memory stores. */
export class SessionResources {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Attaches a file to a session. */
  add(sessionId: string, params: FileResourceParams, options?: CallOptions): ApiPromise<FileResource> {
    return this.#transport.call(
      addSessionResource,
      { params: { session_id: sessionId }, body: params },
      options,
    );
  }

  /** Lists the resources of a session in the order in which they were attached. */
  list(
    sessionId: string,
    params: SessionResourceListParams = {},
    options?: ListOptions,
  ): Paginator<SessionResource> {
    return this.#transport.list(
      listSessionResources,
      { params: { session_id: sessionId }, query: params },
      options,
    );
  }

  /** Retrieves a resource. */
  retrieve(sessionId: string, resourceId: string, options?: CallOptions): ApiPromise<SessionResource> {
    return this.#transport.call(
      retrieveSessionResource,
      { params: { session_id: sessionId, resource_id: resourceId } },
      options,
    );
  }

  /** Replaces the access token of a repository. */
  update(
    sessionId: string,
    resourceId: string,
    params: SessionResourceUpdateParams,
    options?: CallOptions,
  ): ApiPromise<SessionResource> {
    return this.#transport.call(
      updateSessionResource,
      { params: { session_id: sessionId, resource_id: resourceId }, body: params },
      options,
    );
  }

  /** Detaches a resource from a session. */
  delete(sessionId: string, resourceId: string, options?: CallOptions): ApiPromise<DeletedSessionResource> {
    return this.#transport.call(
      deleteSessionResource,
      { params: { session_id: sessionId, resource_id: resourceId } },
      options,
    );
  }
}
