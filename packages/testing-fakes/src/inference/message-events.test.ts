import type { ContentBlock, Message } from '@parlance/schemas';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FetchAdapter } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import { createRandom } from '../world/random.js';
import { verifies } from '../testing/verifies.js';
import { messageEvents } from './message-events.js';
import { applyCache } from './prompt-cache.js';
import { createFake } from '../fake/create-fake.js';

const text = fc.string({ unit: 'binary', maxLength: 200 });
const citation = fc.record({
  type: fc.constant('char_location' as const),
  cited_text: text,
  document_index: fc.nat(),
  document_title: fc.option(text),
  start_char_index: fc.nat(),
  end_char_index: fc.nat(),
});
const input = fc.dictionary(fc.string(), fc.jsonValue());
const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  fc.record({
    type: fc.constant('text' as const),
    text,
    citations: fc.option(fc.array(citation, { minLength: 1, maxLength: 3 })),
  }),
  fc.record({ type: fc.constant('thinking' as const), thinking: text, signature: text }),
  fc.record({ type: fc.constant('tool_use' as const), id: text, name: text, input }),
  fc.record({ type: fc.constant('redacted_thinking' as const), data: text }),
  fc.record({
    type: fc.constant('compaction' as const),
    content: fc.option(text),
    encrypted_content: fc.option(text),
  }),
);

test('the client puts any message together from its events', async () => {
  verifies('GEN-015');
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 5 }), fc.nat(), async (content, seed) => {
      // Messages are sent as JSON, which has no negative zero.
      const message = JSON.parse(
        JSON.stringify({
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          content,
          model: 'm',
          container: null,
          stop_details: null,
          stop_reason: 'end_turn',
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 7, server_tool_use: null },
        }),
      ) as Message;
      const events = [...messageEvents(message, createRandom(seed))];
      const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
      const headers = { 'content-type': 'text/event-stream' };
      const http = new FetchAdapter({ fetch: () => Promise.resolve(new Response(body, { headers })) });
      await using client = new InferenceClient({ baseUrl: 'https://service.invalid', apiKey: 'key', http });
      const params = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'x' }] };
      expect(await client.messages.stream(params).finalMessage()).toEqual(message);
    }),
  );
});

test('tokens read from the cache, written to it and uncached add up to the input', () => {
  verifies('INF-058');
  const piece = fc.record({
    name: fc.constantFrom('a', 'b'),
    tokens: fc.nat(50),
    mark: fc.constantFrom('5m', '1h', null),
  });
  const request = fc.array(piece, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 6 }), (requests) => {
      const world = createFake().world();
      for (const pieces of requests) {
        const segments = pieces.map(({ name, tokens, mark }, index) => ({
          path: String(index),
          // The same content must have the same size.
          tokens: tokens - (tokens % 2) + (name === 'a' ? 0 : 1),
          content: [name, tokens],
          breakpoint: mark === null ? undefined : { type: 'ephemeral' as const, ttl: mark },
          marks: mark === null ? 0 : 1,
        }));
        const { input, read, created } = applyCache(world, 'm', segments);
        const whole = segments.reduce((sum, segment) => sum + segment.tokens, 0);
        const written = created.ephemeral_1h_input_tokens + created.ephemeral_5m_input_tokens;
        expect(input + read + written).toBe(whole);
        expect(Math.min(input, read, written)).toBeGreaterThanOrEqual(0);
        // When sent again, everything up to the last breakpoint is read.
        const last = segments.findLastIndex((segment) => segment.breakpoint !== undefined);
        const marked = segments.slice(0, last + 1).reduce((sum, segment) => sum + segment.tokens, 0);
        expect(applyCache(world, 'm', segments).read).toBe(marked);
      }
    }),
  );
});
