import fc from 'fast-check';
import { lexer, type Token } from 'marked';
import { describe, expect, test } from 'vitest';
import { MarkdownReader } from './markdown-reader.js';
import { safeLink } from './safe-link.js';

const parts = fc.constantFrom(
  '# Title\n\n',
  'Some *text* with `code`, ',
  'a [link](https://a.example/?b=1&c=2).\n',
  '\n\n',
  '- item\n',
  '  - inner\n',
  '1. one\n\n2. two\n\n',
  '> quote\n',
  '```ts\nconst a = 1;\n',
  '```\n',
  '| a | b |\n| - | - |\n| 1 | 2 |\n\n',
  '<b>raw</b> &amp; \\*',
  '---\n',
  '\r\n',
  'Setext\n===\n\n',
);
const documents = fc.array(parts, { maxLength: 14 }).map((pieces) => pieces.join(''));
const rawOf = (tokens: readonly Token[]): string => tokens.map(({ raw }) => raw).join('');

const A_LOT = 60_000;

test.each([
  ['nested lists', '1. '],
  ['nested quotes', '> '],
  ['unpaired emphasis', '_a'],
  ['emphasis on many lines', '_a\n'],
  ['an e-mail address without an end', 'a.'],
])('%s are plain text when the lexer would take too long', (_, piece) => {
  const text = piece.repeat(A_LOT / piece.length);
  expect(new MarkdownReader().read(text, true)).toEqual([{ type: 'text', raw: text, text }]);
});

test.each([
  ['list markers on one line', '- '.repeat(21)],
  ['ordered list markers on one line', '1. '.repeat(21)],
  ['mixed markers on one line', '  - > 2) '.repeat(7)],
  ['a list marker that is indented far', `${' '.repeat(101)}- `],
])('%s are plain text, because the lexer would parse each level again', (_, nested) => {
  const text = `- one\n${nested}text\n| 1 | 2 |`;
  expect(new MarkdownReader().read(text, true)).toEqual([{ type: 'text', raw: text, text }]);
});

test.each([
  ['a long reply', 'Some *text* with `code`.\n\n'],
  ['a long list', '- an *item*\n'],
  ['a long table', '| a | b |\n'],
  ['long code', '    a\n'],
  ['a list with many levels', `${'- '.repeat(20)}a\n\n`],
  ['a line of dashes', `${'-'.repeat(500)}\n\n`],
])('%s is tokenized', (_, piece) => {
  const [start, end] = piece.startsWith('    ') ? ['```\n', '```\n'] : ['', ''];
  const text = start + piece.repeat(A_LOT / piece.length) + end;
  expect(new MarkdownReader().read(text, true)[0]?.type).not.toBe('text');
});

describe('a growing text', () => {
  test('is always tokenized to its last character, and ends with the same tokens as the whole text', () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 1, max: 9 }), (text, step) => {
        const reader = new MarkdownReader();
        for (let end = step; end < text.length; end += step) {
          const seen = text.slice(0, end).replaceAll(/\r\n?/g, '\n');
          expect(rawOf(reader.read(text.slice(0, end), false)).trimEnd()).toBe(seen.trimEnd());
        }
        const whole = lexer(text.replaceAll(/\r\n?/g, '\n'), { gfm: true, breaks: true });
        expect(reader.read(text, true).map((token) => ({ ...token }))).toEqual(
          whole.map((token) => ({ ...token })),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('keeps complete tokens and parses only its end again', () => {
    let characters = 0;
    const reader = new MarkdownReader((text) => {
      characters += text.length;
      return lexer(text);
    });
    const paragraph = 'A paragraph of the reply, like the others.\n\n';
    let text = '';
    let first: Token | undefined;
    for (let count = 0; count < 400; count += 1) {
      text += paragraph;
      const tokens = reader.read(text, false);
      first ??= tokens[0];
      expect(tokens[0]).toMatchObject({ type: 'paragraph' });
      if (count > 3) expect(tokens[2]).toBe(reader.read(text, false)[2]);
    }
    // Each paragraph is parsed a few times, however many there are.
    expect(characters).toBeLessThan(text.length * 10);
  });

  test('starts over when the text is replaced', () => {
    const reader = new MarkdownReader();
    reader.read('a\n\nb\n\nc\n\nd', false);
    expect(rawOf(reader.read('x\n\ny', false))).toBe('x\n\ny');
  });

  test('falls back to plain text when it is nested too deeply', () => {
    const text = '>'.repeat(10_000);
    expect(new MarkdownReader().read(text, true)).toEqual([{ type: 'text', raw: text, text }]);
  });
});

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['javascript:alert(1)', undefined],
  [' JaVaScRiPt:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['vbscript:x', undefined],
  ['file:///etc/passwd', undefined],
  ['blob:https://a.example/1', undefined],
  ['/admin', undefined],
  ['//a.example', undefined],
])('the link %j becomes %j', (href, address) => {
  expect(safeLink(href)).toBe(address);
});
