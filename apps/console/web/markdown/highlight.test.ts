import { expect, test } from 'vitest';
import { readerOf, type CodeReader, type Line } from './highlight.js';

const CODE = `/* A comment
   of two lines */
const text = \`one \${1 + 2}
  two\`; // done
export const half: number = 0.5;
`;

/** Returns a reader of TypeScript. */
function newReader(): CodeReader {
  const reader = readerOf('ts');
  if (reader === undefined) throw new Error('TypeScript is not loaded.');
  return reader;
}

/** Returns what a person sees of a line. */
const shown = (line: Line) => line.map(({ content, color }) => [content, color]);

test('code that grows has the same pieces as the whole code, at every length', () => {
  const growing = newReader();
  for (let end = 0; end <= CODE.length; end += 1) {
    const text = CODE.slice(0, end);
    const lines = growing.read(text);
    expect(lines.map(shown)).toEqual(newReader().read(text).map(shown));
    expect(lines.map((line) => line.map(({ content }) => content).join('')).join('\n')).toBe(text);
  }
});

test('finished lines stay the same objects', () => {
  const reader = newReader();
  const before = reader.read('const a = 1;\nconst b');
  const after = reader.read('const a = 1;\nconst b = 2;\n');
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test('a comment that is still open colors its lines', () => {
  const [first, second] = newReader().read('/* one\ntwo');
  expect(second?.[0]?.color).toBe(first?.[0]?.color);
});

test('other code starts over', () => {
  const reader = newReader();
  reader.read('/* open\n');
  expect(reader.read('const a = 1;\n')).toEqual(newReader().read('const a = 1;\n'));
});

test.each([
  ['js', true],
  ['jsonl', true],
  ['bash', true],
  ['py', true],
  ['nonsense', false],
])('%s is a known language: %s', (language, isKnown) => {
  expect(readerOf(language) !== undefined).toBe(isKnown);
});
