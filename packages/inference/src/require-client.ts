import { ConfigError } from '@parlance/core-transport';
import type { InferenceClient } from './inference-client.js';

/**
 * Checks the client that was passed to a helper.
 *
 * @param client - Inference client, or an object with the same methods.
 * @param method - Method that the helper calls.
 * @throws {ConfigError} When the client does not have the method.
 */
export function requireClient(
  client: Pick<InferenceClient, 'messages'>,
  method: 'create' | 'stream' | 'countTokens',
): void {
  const { messages } = (client ?? {}) as Partial<InferenceClient>;
  if (typeof messages?.[method] !== 'function')
    throw new ConfigError('client', 'client must be an InferenceClient');
}
