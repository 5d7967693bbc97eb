/** Inputs for a target: changed copies of the files in its folder of `corpus`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';

/** Maximum length of an input, in bytes. Long enough to show work that grows faster than the input. */
const MAX_BYTES = 65_536;
/** A part of an input: with or without the punctuation around it. */
const WORD = /\S{3,40}|\w+|\r\n|\W/g;

/** Returns the folder with the known inputs of a target. */
export function corpusOf(name: string): string {
  return path.join(import.meta.dirname, 'corpus', name);
}

/** Returns a known input of a target. */
export function readKnown(target: string, name: string): Buffer {
  return readFileSync(path.join(corpusOf(target), name));
}

/** Returns the known inputs of a target. */
export function readCorpus(name: string): readonly Buffer[] {
  return readdirSync(corpusOf(name)).map((file) => readFileSync(path.join(corpusOf(name), file)));
}

/** Returns an arbitrary of known inputs with up to four changes: pieces that are replaced, repeated or from other inputs. */
export function changedInputs(known: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const word = fc.constantFrom(...wordsOf(known)).map((text) => Buffer.from(text));
  const piece = fc.oneof(
    fc.constant(Buffer.alloc(0)),
    fc.uint8Array({ minLength: 1, maxLength: 2 }).map((bytes) => Buffer.from(bytes)),
    word,
    fc
      .tuple(fc.constantFrom(...known), fc.nat(MAX_BYTES), fc.nat(200))
      .map(([other, at, length]) => other.subarray(at % (other.length + 1)).subarray(0, length)),
    fc
      .tuple(word, fc.nat(13))
      .map(([text, doublings]) => Buffer.alloc(Math.min(MAX_BYTES, text.length << doublings), text)),
  );
  const change = fc.record({ at: fc.nat(MAX_BYTES), removed: fc.nat(32), piece });
  return fc
    .tuple(fc.constantFrom(...known), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([input, changes]) => changes.reduce(applyChange, input));
}

/** Bytes of the repeated part of an input. Work that grows with its square takes seconds at four times as many. */
const REPEATED_BYTES = 32_768;

/** Returns an arbitrary of known inputs with a word that is repeated: two of each, the second with four times as many repetitions. */
export function repeatedInputs(known: readonly Buffer[]): fc.Arbitrary<readonly [Buffer, Buffer]> {
  const word = fc.constantFrom(...wordsOf(known));
  return fc.tuple(fc.constantFrom(...known), word, fc.nat(MAX_BYTES)).map(([input, text, position]) => {
    const at = position % (input.length + 1);
    const repeated = (bytes: number): Buffer =>
      Buffer.concat([input.subarray(0, at), Buffer.alloc(bytes, text), input.subarray(at)]);
    return [repeated(REPEATED_BYTES), repeated(4 * REPEATED_BYTES)] as const;
  });
}

function wordsOf(known: readonly Buffer[]): readonly string[] {
  return [...new Set(known.flatMap((input) => input.toString().match(WORD) ?? []))];
}

function applyChange(
  input: Buffer,
  { at, removed, piece }: { readonly at: number; readonly removed: number; readonly piece: Buffer },
): Buffer {
  const start = at % (input.length + 1);
  const parts = [input.subarray(0, start), piece, input.subarray(start + removed)];
  return Buffer.concat(parts).subarray(0, MAX_BYTES);
}
