/** Checks that uploads cost the emulator little memory: they are not kept without a key, and only on disk with `--data`. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../report/row.ts';
import { EMULATOR, residentBytes, start } from './command.ts';

const MB = 1_000_000;
const PIECE = Buffer.alloc(MB, 7);
const BOUNDARY = 'x';
const SAMPLE_INTERVAL_MS = 50;

interface Upload {
  readonly id: string;
  readonly title: string;
  readonly uploads: number;
  readonly megabytes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly maxMegabytes: number;
}

const uploads: readonly Upload[] = [
  {
    id: 'emulator-keyless-uploads',
    title: 'memory for eight concurrent uploads of 200 MB without a key',
    uploads: 8,
    megabytes: 200,
    headers: {},
    status: 401,
    maxMegabytes: 150,
  },
  {
    id: 'emulator-upload',
    title: 'memory for an upload of 420 MB, stored with `--data`',
    uploads: 1,
    megabytes: 420,
    headers: { 'x-api-key': 'api-default', 'vendor-version': '2026-06-01' },
    status: 200,
    maxMegabytes: 150,
  },
];

/** Measures the growth of the resident set during uploads. */
export async function uploadRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const upload of uploads) rows.push(await uploadRow(upload));
  return rows;
}

async function uploadRow(upload: Upload): Promise<Row> {
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

/** Sends a form with one file; returns the status. */
async function send(url: string, { megabytes, headers }: Upload): Promise<number> {
  const outgoing = request(`${url}/v1/files`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const response = once(outgoing, 'response');
  outgoing.write(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`);
  for (let sent = 0; sent < megabytes; sent++) if (!outgoing.write(PIECE)) await once(outgoing, 'drain');
  outgoing.end(`\r\n--${BOUNDARY}--\r\n`);
  const [{ statusCode }] = (await response) as [{ statusCode: number; resume(): void }];
  return statusCode;
}
