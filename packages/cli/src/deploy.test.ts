/** The command lines of `deploy` and of its guide are valid. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { emptyProgram } from './testing/empty-program.js';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

test('the command lines of the service, the image and the guide are valid', async () => {
  const service = await read('deploy/parlance-export.service');
  const guide = await read('docs/guides/run-every-night.md');
  const lines = [
    /^ExecStart=\S+parlance (.*)$/m.exec(service)?.[1]?.split(' ') ?? [],
    JSON.parse(/^CMD (.*)$/m.exec(await read('deploy/Dockerfile'))?.[1] ?? '[]') as string[],
    /^ {2}parlance (export run .*)$/m.exec(guide)?.[1]?.split(' ') ?? [],
    /`parlance (export status .*?)`/.exec(guide)?.[1]?.split(' ') ?? [],
  ];
  for (const line of lines) {
    expect(line.length).toBeGreaterThan(3);
    const program = emptyProgram();
    await program.parseAsync(line, { from: 'user' });
    const command = program.commands.find((child) => child.name() === 'export');
    expect(command?.commands.map((child) => child.name())).toContain(line[1]);
  }
});
