/** Rules WHK: webhook endpoints and deliveries. */
import type { RuleRows } from './rule.js';

/** Rules WHK: webhook endpoints and deliveries. */
export const webhookRules: RuleRows = {
  'WHK-001': ['1.6', 'An organization has at most 32 endpoints.', 'webhooks/endpoints.ts'],
  'WHK-002': [
    '1.6; A.23',
    'An endpoint subscribes to known types of events, at least one.',
    'schema webhooks.create',
  ],
  'WHK-003': [
    '1.6',
    'The URL is absolute; the emulator delivers to loopback unless allowed.',
    'webhooks/endpoints.ts',
  ],
  'WHK-004': ['1.6', 'A disabled endpoint receives nothing, also not later.', 'webhooks/deliveries.ts'],
  'WHK-005': [
    '1.6',
    'Only creating and renewing return the signing secret; a renewed one replaces it.',
    'webhooks/endpoints.ts',
  ],
  'WHK-006': [
    '1.6',
    'A delivery has webhook-id, webhook-timestamp and a v1 signature.',
    'webhooks/deliveries.ts',
  ],
  'WHK-007': [
    '1.6; A.23',
    'A body has id, created_at and thin data about the object.',
    'managed-agents/webhook-events.ts',
  ],
  'WHK-008': [
    '1.6',
    'A delivery without a 2xx response is retried with the same id.',
    'webhooks/deliveries.ts',
  ],
  'WHK-009': [
    '1.6; A.23',
    'Sessions, threads, vaults, credentials, agents and others have events.',
    'managed-agents/webhook-events.ts',
  ],
};
