/** The method, not a param, decides whether a message is streamed. */
import { expectTypeOf, test } from 'vitest';
import type { ApiPromise } from '@parlance/core-transport';
import type { Message } from '@parlance/schemas';
import type { InferenceClient } from './inference-client.js';
import type { MessageStream } from './message-stream.js';

declare const client: InferenceClient;
const params = { model: 'assistant-sonnet-4-6', max_tokens: 1, messages: [] };

test('create and stream', () => {
  expectTypeOf(client.messages.create).returns.toEqualTypeOf<ApiPromise<Message>>();
  expectTypeOf(client.messages.stream).returns.toEqualTypeOf<MessageStream>();
  // @ts-expect-error -- use `stream`
  void (() => client.messages.create({ model: 'm', max_tokens: 1, messages: [], stream: true }));
  void (() => client.messages.create(params));
});
