/** Measures the emulator command: its startup time compared with a minimal server, and its memory use. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { interleave, relativeTo } from '../measure/interleave.ts';
import { firstLine } from '../measure/processes.ts';
import { ratioRow, type Row } from '../report/row.ts';
import { ask, repeat, SHORT_PROMPT } from './requests.ts';

const BARE = `
  const server = require('node:http').createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port })));
`;

/** Arguments to `node` that start the emulator. */
export const EMULATOR: readonly string[] = [
  fileURLToPath(new URL('../../../../packages/testing-fakes/dist/cli.js', import.meta.url)),
  'serve',
];

const programs = [
  { name: 'bare', args: ['-e', BARE] },
  { name: 'emulator', args: EMULATOR },
];

/** Measures the time from process start to the first successful response. */
export async function commandRow(rounds: number): Promise<Row> {
  for (const { args } of programs) await untilFirstResponse(args);
  const millis = await interleave(programs, rounds, ({ args }) => untilFirstResponse(args));
  const row = {
    id: 'emulator-command',
    title: 'command line: process start to first response, relative to bare `node:http`',
    limit: 3.2,
  };
  const measured = relativeTo('bare', millis);
  const note = `bare ${measured['bare']?.cost.median.toFixed(0)} ms, emulator ${measured['emulator']?.cost.median.toFixed(0)} ms`;
  return { ...ratioRow(row, measured, 'emulator'), note };
}

const SOAK = 100_000;
const MAX_RSS = 150_000_000;
/** Maximum growth over the second half of the soak that counts as flat. */
const MAX_GROWTH = 0.1;

/** Measures the resident set after many requests. */
export async function memoryRow(): Promise<Row> {
  const { child, url } = await start(EMULATOR);
  const half = async () => {
    await repeat(SOAK / 2, () => ask(url, SHORT_PROMPT));
    return residentBytes(child.pid);
  };
  const [middle, end] = [await half(), await half()];
  child.kill();
  return {
    id: 'emulator-memory',
    title: 'resident set after 100,000 requests',
    budget: '<= 150 MB, flat',
    figure: `${(end / 1e6).toFixed(0)} MB`,
    passed: end <= MAX_RSS && end - middle <= middle * MAX_GROWTH,
    note: `${(middle / 1e6).toFixed(0)} MB halfway`,
  };
}

async function untilFirstResponse(args: readonly string[]): Promise<number> {
  const startTime = performance.now();
  const { child, url } = await start(args);
  const response = await fetch(`${url}/v1/models`, {
    headers: { 'x-api-key': 'api-default', 'vendor-version': '2023-06-01' },
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  await response.text();
  const millis = performance.now() - startTime;
  child.kill();
  await once(child, 'exit');
  return millis;
}

/** Starts a server and waits for the URL that it prints. */
export async function start(
  args: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { url } = JSON.parse(await firstLine(child, 'the command')) as { url: string };
  return { child, url };
}

/** Returns the resident set of a process in bytes. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}
