import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommand } from '../testing/build-command.js';

let folder: string;
let command: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-errors-'));
  command = await buildCommand(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a line of shell with the command as `$FAKES`, and returns what it prints to standard error. */
async function errorsOf(line: string): Promise<string> {
  const env = { ...process.env, FAKES: `${process.execPath} ${command}` };
  return (await promisify(execFile)('bash', ['-c', line], { env })).stderr;
}

test('a closed pipe ends the output quietly', async () => {
  const errors = await errorsOf('(sleep 0.2; $FAKES rules; echo "exit code $?" >&2) | true');
  expect(errors).toBe('exit code 0\n');
});

test.runIf(process.platform === 'linux')(
  'output to a full disk ends the command with a message',
  async () => {
    const errors = await errorsOf('$FAKES rules >/dev/full; echo "exit code $?" >&2');
    expect(errors).toBe(
      'parlance-fakes: the output cannot be written: ENOSPC: no space left on device, write\nexit code 1\n',
    );
  },
);
