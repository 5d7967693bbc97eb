import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  archiveEnvironment,
  createEnvironment,
  deleteEnvironment,
  listEnvironments,
  retrieveEnvironment,
  updateEnvironment,
} from '@parlance/schemas/managed-agents';
import type {
  DeletedEnvironment,
  Environment,
  EnvironmentCreateParams,
  EnvironmentListParams,
  EnvironmentUpdateParams,
} from '@parlance/schemas/managed-agents';
import { EnvironmentWorkQueue } from './environment-work.js';

/** Creates and manages environments: configurations of the containers that sessions run in. */
export class Environments {
  /** Work queues of self-hosted environments. */
  readonly work: EnvironmentWorkQueue;
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.work = new EnvironmentWorkQueue(transport);
  }

  /**
   * Creates an environment.
   *
   * @throws {ConflictError} When another environment has the same name.
   */
  create(params: EnvironmentCreateParams, options?: CallOptions): ApiPromise<Environment> {
    return this.#transport.call(createEnvironment, { body: params }, options);
  }

  /** Retrieves an environment. */
  retrieve(environmentId: string, options?: CallOptions): ApiPromise<Environment> {
    return this.#transport.call(retrieveEnvironment, { params: { environment_id: environmentId } }, options);
  }

  /** Lists environments, newest first. Archived environments are included only with `include_archived`. */
  list(params: EnvironmentListParams = {}, options?: ListOptions): Paginator<Environment> {
    return this.#transport.list(listEnvironments, { query: params }, options);
  }

  /** Updates an environment. The type of its configuration cannot be changed. */
  update(
    environmentId: string,
    params: EnvironmentUpdateParams,
    options?: CallOptions,
  ): ApiPromise<Environment> {
    return this.#transport.call(
      updateEnvironment,
      { params: { environment_id: environmentId }, body: params },
      options,
    );
  }

  /** Archives an environment. New sessions cannot use it. */
  archive(environmentId: string, options?: CallOptions): ApiPromise<Environment> {
    return this.#transport.call(archiveEnvironment, { params: { environment_id: environmentId } }, options);
  }

  /** Deletes an environment. */
  delete(environmentId: string, options?: CallOptions): ApiPromise<DeletedEnvironment> {
    return this.#transport.call(deleteEnvironment, { params: { environment_id: environmentId } }, options);
  }
}
