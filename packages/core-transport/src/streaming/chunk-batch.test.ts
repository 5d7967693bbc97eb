import { expect, test } from 'vitest';
import { ChunkBatch } from './chunk-batch.js';

function collecting() {
  const delivered: number[][] = [];
  const batch = new ChunkBatch((bytes) => delivered.push([...bytes]));
  return { batch, delivered };
}

test('joins the chunks of one turn, in order', async () => {
  const { batch, delivered } = collecting();
  for (const chunk of [[1, 2], [], [3]]) batch.add(Uint8Array.from(chunk));
  expect(delivered).toEqual([]);
  await Promise.resolve();
  expect(delivered).toEqual([[1, 2, 3]]);
  batch.add(Uint8Array.of(4));
  await Promise.resolve();
  expect(delivered).toEqual([[1, 2, 3], [4]]);
});

test('passes a single chunk on without copying it', () => {
  const chunk = Uint8Array.of(1);
  const received: Uint8Array[] = [];
  const batch = new ChunkBatch((bytes) => received.push(bytes));
  batch.add(chunk);
  batch.flush();
  expect(received[0]).toBe(chunk);
});

test('delivers early on request, and nothing twice', async () => {
  const { batch, delivered } = collecting();
  batch.add(Uint8Array.of(1));
  batch.flush();
  batch.flush();
  batch.add(Uint8Array.of(2));
  await Promise.resolve();
  expect(delivered).toEqual([[1], [2]]);
});
