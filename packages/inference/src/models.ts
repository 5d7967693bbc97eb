/** Models: metadata and capabilities. */
import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listModels, retrieveModel, type ModelInfo, type ModelListParams } from '@parlance/schemas/inference';

/** Retrieves and lists models with their limits and capabilities. */
export class Models {
  readonly #transport: Transport;

  /** @param transport - Transport of the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Retrieves a model by id or alias. Use it to resolve an alias to the id it currently points to.
   *
   * @param model - Model id or alias.
   * @param options - Options for this call.
   * @throws {NotFoundError} When the model does not exist.
   * @source inference > Get model: `GET /v1/models/{model_id}`
   */
  retrieve(model: string, options?: CallOptions): ApiPromise<ModelInfo> {
    return this.#transport.call(retrieveModel, { params: { model_id: model } }, options);
  }

  /**
   * Lists the available models, newest first.
   *
   * @param params - Page size and cursors.
   * @param options - Options for this call, and a checkpoint to resume from.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.8
   */
  list(params: ModelListParams = {}, options?: ListOptions): Paginator<ModelInfo> {
    return this.#transport.list(listModels, { query: params }, options);
  }
}
