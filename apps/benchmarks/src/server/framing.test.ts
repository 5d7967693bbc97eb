import { describe, expect, test } from 'vitest';
import { frame, type Cut } from './framing.ts';

const EVENTS = Array.from({ length: 900 }, (_, index) => `data: {"text":"é ✓ ${index}"}\n\n`);

/** Decodes the chunked transfer coding. */
function decode(writes: readonly Buffer[]): { readonly text: string; readonly sizes: number[] } {
  const bytes = Buffer.concat(writes);
  const sizes: number[] = [];
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    sizes.push(size);
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return { text: Buffer.concat(pieces).toString(), sizes };
}

describe('frame', () => {
  test.each<Cut>(['coalesced', 'event', 'split', 'chunks'])('keeps every byte when cut as %s', (cut) => {
    expect(decode(frame(EVENTS, cut)).text).toBe(EVENTS.join(''));
  });

  test('writes one event per write', () => {
    expect(frame(EVENTS, 'event')).toHaveLength(900);
  });

  test('writes everything at once, in chunks of 16 KiB', () => {
    const writes = frame(EVENTS, 'coalesced');
    expect(writes).toHaveLength(1);
    expect(decode(writes).sizes[0]).toBe(16_384);
  });

  test('writes one event per chunk and everything at once', () => {
    const writes = frame(EVENTS, 'chunks');
    expect(writes).toHaveLength(1);
    expect(decode(writes).sizes).toHaveLength(900);
  });

  test('splits at the same pseudo-random offsets in every run', () => {
    const { sizes } = decode(frame(EVENTS, 'split'));
    expect(decode(frame(EVENTS, 'split')).sizes).toEqual(sizes);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256);
    expect(new Set(sizes).size).toBeGreaterThan(20);
  });
});
