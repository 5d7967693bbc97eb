import { describe, expect, test } from 'vitest';
import { embedExamples } from './embed.ts';
import { readRegions } from './regions.ts';

describe('readRegions', () => {
  test('removes the shared indentation', () => {
    const text = [
      'async function f() {',
      '  // #region One',
      '  if (a) {',
      '    b();',
      '  }',
      '  // #endregion',
      '}',
    ];
    expect([...readRegions(text.join('\n'), 'x.ts')]).toEqual([['One', 'if (a) {\n  b();\n}']]);
  });

  test.each([
    ['// #region A\n', 'x.ts: region "A" has no #endregion'],
    ['// #endregion\n', 'x.ts:1: #endregion without #region'],
    ['// #region A\n// #region B\n', 'x.ts:2: region "B" starts inside "A"'],
    ['// #region A\n// #endregion\n// #region A\n', 'x.ts:3: duplicate region "A"'],
  ])('rejects %j', (text, message) => {
    expect(() => readRegions(text, 'x.ts')).toThrow(message);
  });
});

describe('embedExamples', () => {
  const find = (title: string): string => `code(${JSON.stringify(title)});\n\nmore();`;

  test.each([
    ['without a fence', '<!-- example: One -->\n\nText\n'],
    ['with an old fence', '<!-- example: One -->\n\n```ts\nold();\n```\n\nText\n'],
  ])('fills Markdown %s', (_, text) => {
    const expected = '<!-- example: One -->\n\n```ts\ncode("One");\n\nmore();\n```\n\nText\n';
    const embedded = embedExamples(text, { markdown: true, find });
    expect(embedded).toBe(expected);
    expect(embedExamples(embedded, { markdown: true, find })).toBe(expected);
  });

  test('fills a TSDoc comment and keeps the tags around it', () => {
    const text = '/**\n * Sends.\n *\n * @example One\n * ```ts\n * old();\n * ```\n * @throws never\n */\n';
    expect(embedExamples(text, { markdown: false, find })).toBe(
      '/**\n * Sends.\n *\n * @example One\n * ```ts\n * code("One");\n *\n * more();\n * ```\n * @throws never\n */\n',
    );
  });

  test('does not change a fence without a title', () => {
    const text = '/**\n * @example\n * ```ts\n * a();\n * ```\n */\n';
    expect(embedExamples(text, { markdown: false, find })).toBe(text);
  });
});
