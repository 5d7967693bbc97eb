/** Several HTTP chunks in one write to the socket, as by proxies. */
import { connect } from 'node:net';
import { InferenceClient } from '@parlance/inference';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';

const body = JSON.stringify({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1000,
  stream: true,
  messages: [{ role: 'user', content: '/long 300' }],
});

/** Returns the response in the pieces in which the socket delivers it. */
async function piecesOf(url: string, key: string): Promise<string[]> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
  socket.write(
    `POST /v1/messages HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-api-key: ${key}\r\nvendor-version: 2023-06-01\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  const pieces: string[] = [];
  for await (const piece of socket) pieces.push(String(piece));
  return pieces;
}

/** Start of an HTTP chunk with an event. */
const CHUNK = /\r\n[0-9a-f]+\r\nevent: /g;

test('up to the configured number of chunks arrive together', async () => {
  await using fake = createFake();
  const { url } = await fake.listen({ chunksPerWrite: 40 });
  const pieces = await piecesOf(url, fake.keys.api);
  const chunks = pieces.map((piece) => piece.match(CHUNK)?.length ?? 0);
  const total = chunks.reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(40);
  expect(Math.max(...chunks)).toBeGreaterThan(20);
});

test('the client reads them as separate events', async () => {
  await using fake = createFake();
  const { url } = await fake.listen({ chunksPerWrite: 1000 });
  const client = new InferenceClient({ baseUrl: url, apiKey: fake.keys.api });
  const { stream: _, ...params } = JSON.parse(body) as {
    stream: boolean;
    model: string;
    max_tokens: number;
    messages: [];
  };
  const message = await client.messages.stream(params).finalMessage();
  const [block] = message.content;
  expect(block?.type === 'text' && block.text.split(' ')).toHaveLength(300);
});

test.each([0, 10_001, 1.5])('rejects %d chunks per write', async (chunksPerWrite) => {
  await using fake = createFake();
  await expect(fake.listen({ chunksPerWrite })).rejects.toThrow('listen.chunksPerWrite');
});
