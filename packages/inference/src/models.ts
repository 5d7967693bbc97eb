/** Models: metadata and capabilities. */
import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listModels, retrieveModel, type ModelInfo, type ModelListParams } from '@parlance/schemas/inference';

/** Models: metadata and capabilities. */
export class Models {
  readonly #transport: Transport;

  /** @param transport - Of the client that it belongs to. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Retrieves one model, by its id or by an alias, which it resolves.
   *
   * @param model - Id or alias.
   * @param options - Options of this call.
   * @throws {NotFoundError} When there is no such model.
   * @source inference > Get model: `GET /v1/models/{model_id}`
   */
  retrieve(model: string, options?: CallOptions): ApiPromise<ModelInfo> {
    return this.#transport.call(retrieveModel, { params: { model_id: model } }, options);
  }

  /**
   * Lists the models, newest first.
   *
   * @param params - Page size and cursors.
   * @param options - Options of this call.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.8
   */
  list(params: ModelListParams = {}, options?: ListOptions): Paginator<ModelInfo> {
    return this.#transport.list(listModels, { query: params }, options);
  }
}
