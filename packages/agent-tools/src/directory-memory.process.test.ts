/** Several processes that change one memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { directoryMemory } from './directory-memory.js';
import { buildWorker } from './testing/build-worker.js';

const context = { signal: new AbortController().signal };
const built = await buildWorker('memory-worker.ts');
afterAll(() => built[Symbol.asyncDispose]());

function startWorker(...args: string[]) {
  const child = spawn(process.execPath, [built.program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, closed: once(child, 'close'), confirmed: () => output.split('\n').slice(0, -1) };
}

test('two processes keep every edit that they confirmed', async () => {
  const folder = join(built.folder, 'shared');
  await directoryMemory(folder).create('/a', '', context);
  const workers = ['one', 'two'].map((name) => startWorker(folder, name, '25'));
  for (const { closed } of workers) expect((await closed)[0]).toBe(0);
  const confirmed = workers.flatMap((worker) => worker.confirmed());
  const kept = (await readFile(join(folder, 'a'), 'utf8')).split('\n').filter(Boolean);
  expect(confirmed.length).toBe(50);
  expect(kept.toSorted()).toEqual(confirmed.toSorted());
});

test('a process that is killed leaves no lock behind, and no edit is lost', async () => {
  const folder = join(built.folder, 'killed');
  const memory = directoryMemory(folder);
  await memory.create('/a', '', context);
  const confirmed: string[] = [];
  for (let kill = 0; kill < 5; kill++) {
    const worker = startWorker(folder, String(kill));
    await once(worker.child.stdout, 'data');
    worker.child.kill('SIGKILL');
    await worker.closed;
    confirmed.push(...worker.confirmed());
    const previous = (await memory.read('/a', context)) ?? '';
    const content = `mine ${kill}\n${previous}`;
    expect(await memory.replace('/a', { content, previous }, context)).toBe(true);
    confirmed.push(`mine ${kill}`);
  }
  const kept = new Set((await readFile(join(folder, 'a'), 'utf8')).split('\n'));
  expect(confirmed.filter((line) => !kept.has(line))).toEqual([]);
});
