/** Checks that requests cost the emulator little memory: nothing is kept without a key, and files only on disk. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../report/row.ts';
import { EMULATOR, residentBytes, start } from '../emulator/command.ts';

const MB = 1_000_000;
const BYTES = Buffer.alloc(MB, 7);
const SPACES = Buffer.alloc(MB, ' ');
const BOUNDARY = 'x';
const FORM_END = `\r\n--${BOUNDARY}--\r\n`;
const SAMPLE_INTERVAL_MS = 50;

const KEY = { 'x-api-key': 'api-default', 'vendor-version': '2023-06-01' };

/** Requests that are sent at once. */
export interface Upload {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly uploads: number;
  readonly megabytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sends `content-length`. Otherwise the body is chunked. */
  readonly declaresLength?: true;
  readonly status: number;
  readonly maxMegabytes: number;
}

/** All uploads, in the order of the rows. */
export const uploads: readonly Upload[] = [
  {
    id: 'emulator-keyless-uploads',
    title: 'emulator: eight concurrent uploads of 200 MB without a key',
    path: '/v1/files',
    uploads: 8,
    megabytes: 200,
    headers: {},
    status: 401,
    maxMegabytes: 150,
  },
  {
    id: 'emulator-keyless-batches',
    title: 'emulator: eight concurrent batches of 200 MB without a key',
    path: '/v1/messages/batches',
    uploads: 8,
    megabytes: 200,
    headers: {},
    status: 401,
    maxMegabytes: 150,
  },
  {
    id: 'emulator-large-batch',
    title: 'emulator: four concurrent batches of 300 MB, which exceed the limit of 256 MB',
    path: '/v1/messages/batches',
    uploads: 4,
    megabytes: 300,
    headers: KEY,
    declaresLength: true,
    status: 413,
    maxMegabytes: 150,
  },
  {
    id: 'emulator-upload',
    title: 'emulator: an upload of 420 MB, stored with `--data`',
    path: '/v1/files',
    uploads: 1,
    megabytes: 420,
    headers: KEY,
    status: 200,
    maxMegabytes: 150,
  },
];

/** Measures the growth of the resident set during uploads. */
export async function uploadRow(upload: Upload): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  const { child, url } = await start([...EMULATOR, '--data', join(folder, 'worlds.db')]);
  try {
    // Uploads once first, so that one-time allocations are not counted.
    await send(url, { ...upload, megabytes: 1 });
    const before = await residentBytes(child.pid);
    let peak = before;
    const sampling = setInterval(() => {
      void residentBytes(child.pid).then((bytes) => (peak = Math.max(peak, bytes)));
    }, SAMPLE_INTERVAL_MS);
    const sent = Array.from({ length: upload.uploads }, () => send(url, upload));
    const statuses = await Promise.all(sent);
    clearInterval(sampling);
    const growth = Math.max(peak, await residentBytes(child.pid)) - before;
    return {
      id: upload.id,
      title: upload.title,
      budget: `<= ${upload.maxMegabytes} MB`,
      figure: `${(growth / MB).toFixed(0)} MB`,
      passed: growth <= upload.maxMegabytes * MB && statuses.every((status) => status === upload.status),
      note: `resident set ${(before / MB).toFixed(0)} MB before; status ${statuses[0]}`,
    };
  } finally {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
}

/** Sends a form with one file, or JSON that ends in spaces; returns the status. */
async function send(url: string, { path, megabytes, headers, declaresLength }: Upload): Promise<number> {
  const isForm = path === '/v1/files';
  const [start, piece, end] = isForm
    ? [
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`,
        BYTES,
        FORM_END,
      ]
    : ['{"requests":[', SPACES, ']}'];
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
  const [{ statusCode }] = (await response) as [{ statusCode: number; resume(): void }];
  return statusCode;
}
