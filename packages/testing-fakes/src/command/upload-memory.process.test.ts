/** Requests cost the emulator little memory: nothing is kept without a key, and the contents of files are only on disk. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCommand } from '../testing/build-command.js';

const MB = 1_000_000;
/** What may be kept of bodies of 400 to 1,600 MB. */
const MOST_GROWTH = 250 * MB;
const KEY = { 'x-api-key': 'api-default', 'vendor-version': '2023-06-01' };
const BOUNDARY = 'x';

interface Upload {
  readonly path: string;
  readonly uploads: number;
  readonly megabytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sends `content-length`. Otherwise the body is chunked. */
  readonly declaresLength?: true;
}

let folder: string;
let command: string;
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-memory-'));
  command = await buildCommand(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  child = spawn(process.execPath, [command, 'serve', '--data', join(folder, `${Date.now()}.db`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  ({ url } = JSON.parse(line) as { url: string });
});
afterEach(async () => {
  child.kill();
  await once(child, 'exit');
});

/** Sends a form with one file, or JSON that ends in spaces; returns the status. */
async function send({ path, megabytes, headers, declaresLength }: Upload): Promise<number> {
  const isForm = path === '/v1/files';
  const start = isForm
    ? `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
    : '{"requests":[';
  const end = isForm ? `\r\n--${BOUNDARY}--\r\n` : ']}';
  const piece = Buffer.alloc(MB, isForm ? 7 : ' ');
  const outgoing = request(url + path, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json',
      ...(declaresLength && { 'content-length': start.length + megabytes * MB + end.length }),
    },
  });
  const response = once(outgoing, 'response');
  outgoing.write(start);
  for (let sent = 0; sent < megabytes; sent++) if (!outgoing.write(piece)) await once(outgoing, 'drain');
  outgoing.end(end);
  const [{ statusCode }] = (await response) as [{ statusCode: number }];
  return statusCode;
}

/** Returns a field of the process's status in bytes. */
function bytesOf(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
}

test.runIf(process.platform === 'linux').each<[string, number, Upload]>([
  ['uploads without a key', 401, { path: '/v1/files', uploads: 8, megabytes: 200, headers: {} }],
  ['batches without a key', 401, { path: '/v1/messages/batches', uploads: 8, megabytes: 200, headers: {} }],
  [
    'batches that exceed the limit',
    413,
    { path: '/v1/messages/batches', uploads: 4, megabytes: 300, headers: KEY, declaresLength: true },
  ],
  ['a file', 200, { path: '/v1/files', uploads: 1, megabytes: 420, headers: KEY }],
])('the bodies of %s do not stay in memory', async (_, status, upload) => {
  // One small upload first, so that one-time allocations are not counted.
  await send({ ...upload, megabytes: 1 });
  const before = bytesOf('VmRSS');
  const statuses = await Promise.all(Array.from({ length: upload.uploads }, () => send(upload)));
  expect(statuses).toEqual(Array.from({ length: upload.uploads }, () => status));
  expect(bytesOf('VmHWM') - before).toBeLessThan(MOST_GROWTH);
});
