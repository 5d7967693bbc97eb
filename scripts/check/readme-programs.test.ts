import { expect, test } from 'vitest';
import { readExamples, readPrograms, readSteps } from './readme-programs.ts';

const program = (name: string, code: string): string =>
  `<!-- program: ${name} -->\n\n\`\`\`ts\n${code}\`\`\`\n`;
const shell = (commands: string): string => `\`\`\`sh\n${commands}\n\`\`\`\n\n`;

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

test('reads the commands of each program', () => {
  const text =
    shell('make') +
    shell('export A=1') +
    shell('npm install inference') +
    program('inference.mjs', 'one();\n') +
    program('admin.mjs', 'two();\n') +
    shell('npm install *') +
    program('all.mjs', 'three();\n');
  expect(readSteps(text)).toEqual({
    before: ['make\n', 'export A=1\n'],
    programs: [
      { name: 'inference.mjs', commands: 'npm install inference\n', code: 'one();\n' },
      { name: 'admin.mjs', commands: 'npm install admin\n', code: 'two();\n' },
      { name: 'all.mjs', commands: 'npm install *\n', code: 'three();\n' },
    ],
  });
});

test.each([
  ['a first program without commands', program('a.mjs', 'one();\n'), 'a.mjs has no commands'],
  [
    'a program whose name does not occur in the shared commands',
    `${shell('make')}${program('x.mjs', 'one();\n')}${program('b.mjs', 'two();\n')}`,
    'b.mjs has no commands',
  ],
])('rejects %s', (_, text, message) => {
  expect(() => readSteps(text)).toThrow(message);
});
