import { expect, test } from 'vitest';
import { readPrograms } from './readme-programs.mjs';

const program = (name, code) => `<!-- program: ${name} -->\n\n\`\`\`ts\n${code}\`\`\`\n`;

test('reads every marked program', () => {
  const text = `Text\n\n${program('a.mjs', 'one();\n\ntwo();\n')}\nMore\n\n${program('b.mjs', 'three();\n')}`;
  expect([...readPrograms(text)]).toEqual([
    ['a.mjs', 'one();\n\ntwo();\n'],
    ['b.mjs', 'three();\n'],
  ]);
});

test.each([
  ['a mark without code', '<!-- program: a.mjs -->\n\nText\n', '1 programs are marked, 0 can be read'],
  ['one name twice', program('a.mjs', 'one();\n').repeat(2), '2 programs are marked, 1 can be read'],
])('refuses %s', (_, text, message) => {
  expect(() => readPrograms(text)).toThrow(message);
});
