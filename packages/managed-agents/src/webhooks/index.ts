/**
 * `@parlance/managed-agents/webhooks`: verifies webhook deliveries. It needs no client and no Node, so that small handlers
 * and workers can use it alone.
 *
 * @module webhooks
 */
export { verifyWebhook, WebhookError } from './verify-webhook.js';
export type {
  VerifyWebhookOptions,
  WebhookBody,
  WebhookErrorCode,
  WebhookHeaders,
} from './verify-webhook.js';
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
