import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  regenerateWebhookSecret,
  retrieveWebhook,
  updateWebhook,
} from '@parlance/schemas/admin';
import type {
  DeletedWebhookEndpoint,
  NewWebhookEndpoint,
  WebhookCreateParams,
  WebhookEndpoint,
  WebhookListParams,
  WebhookSigningSecret,
  WebhookUpdateParams,
} from '@parlance/schemas/admin';

/**
 * Manages webhook endpoints, the URLs that events are delivered to. `verifyWebhook` of
 * `@parlance/managed-agents/webhooks` verifies the deliveries.
 */
export class Webhooks {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates an endpoint. Store the `signing_secret` of the response: no other response returns it.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.6
   */
  create(params: WebhookCreateParams, options?: CallOptions): ApiPromise<NewWebhookEndpoint> {
    return this.#transport.call(createWebhook, { body: params }, options);
  }

  /**
   * Retrieves an endpoint.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.6
   */
  retrieve(webhookEndpointId: string, options?: CallOptions): ApiPromise<WebhookEndpoint> {
    return this.#transport.call(retrieveWebhook, inputOf(webhookEndpointId), options);
  }

  /**
   * Lists the endpoints of the organization.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.6
   */
  list(params: WebhookListParams = {}, options?: ListOptions): Paginator<WebhookEndpoint> {
    return this.#transport.list(listWebhooks, { query: params }, options);
  }

  /**
   * Updates an endpoint, or disables it.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.6
   */
  update(
    webhookEndpointId: string,
    params: WebhookUpdateParams,
    options?: CallOptions,
  ): ApiPromise<WebhookEndpoint> {
    return this.#transport.call(updateWebhook, { ...inputOf(webhookEndpointId), body: params }, options);
  }

  /**
   * Deletes an endpoint.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.6
   */
  delete(webhookEndpointId: string, options?: CallOptions): ApiPromise<DeletedWebhookEndpoint> {
    return this.#transport.call(deleteWebhook, inputOf(webhookEndpointId), options);
  }

  /**
   * Replaces the signing secret of an endpoint. The old one stops working immediately: until your handler has the new
   * one, it rejects deliveries, which are then retried.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.6
   */
  regenerateSigningSecret(
    webhookEndpointId: string,
    options?: CallOptions,
  ): ApiPromise<WebhookSigningSecret> {
    return this.#transport.call(regenerateWebhookSecret, inputOf(webhookEndpointId), options);
  }
}

function inputOf(webhookEndpointId: string) {
  return { params: { webhook_endpoint_id: webhookEndpointId } };
}
