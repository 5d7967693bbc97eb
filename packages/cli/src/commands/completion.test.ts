import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { setUpCliAlone } from '../testing/set-up-cli.js';

const cli = await setUpCliAlone();

/** What bash offers at the end of a line. */
function offered(script: string, ...words: string[]): readonly string[] {
  const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _parlance; printf '%s\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', program, 'bash', 'parlance', ...words], {
    encoding: 'utf8',
  });
  return out.trimEnd().split('\n');
}

test('bash completes commands, commands of groups and options', async () => {
  const { code, out } = await cli.run(['completion', 'bash']);
  expect(code).toBe(0);
  expect(offered(out, 'ex')).toEqual(['export']);
  expect(offered(out, 'export', '')).toEqual(expect.arrayContaining(['run', 'status', 'verify']));
  expect(offered(out, 'export', 'run', '--name', 'export', '--search')).toEqual(['--search-file']);
  expect(offered(out, 'retention', 'plan', '--si')).toEqual(['--sign']);
  expect(offered(out, 'export', '--metrics')).toEqual(['']);
});

test('fish and zsh have the same commands and options', async () => {
  const fish = (await cli.run(['completion', 'fish'])).out;
  expect(fish).toContain(`complete -c parlance -n "__parlance_at 'export'" -f -a run -d 'Archive everything`);
  expect(fish).toContain(
    `complete -c parlance -n "__parlance_at 'export run'" -l search-file -d 'also write`,
  );
  expect((await cli.run(['completion', 'zsh'])).out).toContain("'export run') words='--name");
});

test.each([
  [['completion', 'csh'], 'Allowed choices are bash, zsh, fish.'],
  [['completion'], "missing required argument 'shell'"],
  [['help', 'export', 'walk'], 'There is no command "export walk".'],
])('%j is refused', async (argv, message) => {
  const { code, err } = await cli.run(argv);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
