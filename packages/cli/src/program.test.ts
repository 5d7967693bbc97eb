import type { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { emptyProgram, leavesOf } from './testing/empty-program.js';

const DIGEST = '9f'.repeat(32);
/** Options whose values are a list. All others have one value. */
const LISTS = [
  'api --file',
  'api --key-file',
  'api --key-command',
  'search --user',
  'search --project',
  'retention approvers --accept',
  'doctor --key-file',
  'doctor --key-command',
  ...['org plan', 'org apply', 'org drift', 'offboard'].flatMap((name) => [
    `${name} --key-file`,
    `${name} --key-command`,
  ]),
];

function leafOf(program: Command, words: readonly string[]): Command {
  return words.reduce(
    (command, word) => command.commands.find((child) => child.name() === word) ?? command,
    program,
  );
}

const options = leavesOf(emptyProgram()).flatMap((words) =>
  leafOf(emptyProgram(), words).options.map(
    (option) => [`${words.join(' ')} ${option.long}`, words, option] as const,
  ),
);

/** The option with the first of two values that it accepts. */
function twice(option: Option): readonly string[] {
  const { long, required, parseArg, argChoices } = option;
  if (!required) return [long ?? '', long ?? ''];
  const accepted = [...(argChoices ?? []), '1', '2026-11', 'model', '26h', DIGEST, `api=${DIGEST}`].find(
    (value) => {
      try {
        parseArg?.(value, undefined);
        return true;
      } catch {
        return false;
      }
    },
  );
  return [`${long}=${accepted}`, `${long}=${accepted}`];
}

test('the lists are options', () => {
  expect(options.map(([name]) => name)).toEqual(expect.arrayContaining(LISTS));
});

test.each(options.filter(([name]) => !LISTS.includes(name)))(
  '%s must not be repeated',
  async (_, words, option) => {
    const program = emptyProgram();
    await expect(program.parseAsync([...words, ...twice(option)], { from: 'user' })).rejects.toThrow(
      `${option.long} must not be repeated.`,
    );
  },
);

test.each(options.filter(([name]) => LISTS.includes(name)))(
  '%s may be repeated, and takes one value each time',
  async (_, words, option) => {
    const program = emptyProgram();
    const command = leafOf(program, words);
    // The required arguments and options are missing, which is noticed after the options have been read.
    await program.parseAsync([...words, ...twice(option)], { from: 'user' }).catch(() => undefined);
    expect(command.getOptionValue(option.attributeName())).toHaveLength(2);
    expect(option.variadic).toBe(false);
  },
);
