import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listApiKeys, retrieveApiKey, updateApiKey } from '@parlance/schemas/admin';
import type { ApiKey, ApiKeyListParams, ApiKeyUpdateParams } from '@parlance/schemas/admin';

/** Lists and deactivates API keys. Keys are created in the service's console, and never returned. */
export class ApiKeys {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Retrieves an API key.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.3
   */
  retrieve(apiKeyId: string, options?: CallOptions): ApiPromise<ApiKey> {
    return this.#transport.call(retrieveApiKey, { params: { api_key_id: apiKeyId } }, options);
  }

  /**
   * Lists the API keys of the organization, newest first.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.3
   */
  list(params: ApiKeyListParams = {}, options?: ListOptions): Paginator<ApiKey> {
    return this.#transport.list(listApiKeys, { query: params }, options);
  }

  /**
   * Renames an API key or changes its status. An inactive key stops working until it is activated; archiving is final.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.3
   */
  update(apiKeyId: string, params: ApiKeyUpdateParams, options?: CallOptions): ApiPromise<ApiKey> {
    const input = { params: { api_key_id: apiKeyId }, body: params };
    return this.#transport.call(updateApiKey, input, options);
  }
}
