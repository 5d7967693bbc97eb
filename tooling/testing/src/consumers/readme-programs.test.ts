import { expect, test } from 'vitest';
import { readExamples, readPrograms } from './readme-programs.ts';

const program = (name: string, code: string): string =>
  `<!-- program: ${name} -->\n\n\`\`\`ts\n${code}\`\`\`\n`;

test('reads every marked program', () => {
  const text = `Text\n\n${program('a.mjs', 'one();\n\ntwo();\n')}\nMore\n\n${program('b.test.mjs', 'three();\n')}`;
  expect([...readPrograms(text)]).toEqual([
    ['a.mjs', 'one();\n\ntwo();\n'],
    ['b.test.mjs', 'three();\n'],
  ]);
});

test.each([
  [
    'a marker without code',
    '<!-- program: a.mjs -->\n\nText\n',
    'expected 1 programs, one per marker, but found 0',
  ],
  [
    'a repeated name',
    program('a.mjs', 'one();\n').repeat(2),
    'expected 2 programs, one per marker, but found 1',
  ],
])('rejects %s', (_, text, message) => {
  expect(() => readPrograms(text)).toThrow(message);
});

test('names examples by package and title', () => {
  const text =
    '<!-- example: Ask, then stop -->\n\n```ts\none();\n```\n\n<!-- example: sdk/Two -->\n\n```ts\ntwo();\n```\n';
  expect([...readExamples(text, 'inference')]).toEqual([
    ['inference-ask-then-stop.mts', 'one();\n'],
    ['sdk-two.mts', 'two();\n'],
  ]);
});
