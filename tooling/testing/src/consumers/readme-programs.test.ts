import { expect, test } from 'vitest';
import { readExamples, readOutputs, readPrograms } from './readme-programs.ts';

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

test('reads the output that follows a program, in which an ellipsis is any text', () => {
  const output = 'This prints:\n\n```text\nid … (new)\ndone\n```\n';
  const text = `${program('a.mjs', 'one();\n')}\n${output}\n${program('b.mjs', 'two();\n')}\nText\n`;
  const [entry, ...others] = readOutputs(text);
  expect(others).toEqual([]);
  expect(entry?.[0]).toBe('a.mjs');
  const pattern = new RegExp(entry?.[1] ?? '');
  expect(
    ['id 7 (new)\ndone', 'id 7 (new)', 'id 7 (new)\ndone\nmore'].map((printed) => pattern.test(printed)),
  ).toEqual([true, false, false]);
});
