import { expect, test } from 'vitest';
import { readPrograms, readSteps } from './readme-programs.ts';

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
  ['a mark without code', '<!-- program: a.mjs -->\n\nText\n', '1 programs are marked, 0 can be read'],
  ['one name twice', program('a.mjs', 'one();\n').repeat(2), '2 programs are marked, 1 can be read'],
])('refuses %s', (_, text, message) => {
  expect(() => readPrograms(text)).toThrow(message);
});

test('reads what is to be typed for each program', () => {
  const shell = (commands: string): string => `\`\`\`sh\n${commands}\n\`\`\`\n\n`;
  const text =
    shell('make') +
    shell('export A=1') +
    shell('install a') +
    program('a.mjs', 'one();\n') +
    shell('install b') +
    program('b.mjs', 'two();\n');
  expect(readSteps(text)).toEqual({
    before: ['make\n', 'export A=1\n'],
    programs: [
      { name: 'a.mjs', commands: 'install a\n', code: 'one();\n' },
      { name: 'b.mjs', commands: 'install b\n', code: 'two();\n' },
    ],
  });
});

test.each([
  ['a program without commands', program('a.mjs', 'one();\n'), 'nothing is to be typed before a.mjs'],
  [
    'two programs in one folder',
    `\`\`\`sh\ninstall\n\`\`\`\n${program('a.mjs', 'one();\n')}${program('b.mjs', 'two();\n')}`,
    'two programs share what is to be typed before them',
  ],
])('refuses %s', (_, text, message) => {
  expect(() => readSteps(text)).toThrow(message);
});
