/**
 * `@parlance/managed-agents/webhooks`: verifies webhook deliveries. It needs no client and no Node, so that small handlers
 * and workers can use it alone.
 *
 * @module webhooks
 */
export { verifyWebhook } from './verify-webhook.js';
export type { VerifyWebhookOptions, WebhookBody, WebhookHeaders } from './verify-webhook.js';
export { WebhookError, type WebhookErrorCode } from './webhook-error.js';
export type {
  ObjectWebhookData,
  ObjectWebhookType,
  SessionThreadWebhookData,
  SessionThreadWebhookType,
  SessionWebhookData,
  SessionWebhookType,
  VaultCredentialWebhookData,
  VaultCredentialWebhookType,
  WebhookEvent,
  WebhookEventData,
  WebhookEventFields,
  WebhookEventType,
} from '@parlance/schemas/managed-agents';
