/** Checks that reading a download into memory stops at its limit, however small the compressed response is. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import type { Row } from '../report/row.ts';
import { startHttpServer } from '../server/http-server.ts';

const MB = 1_000_000;
const BOMB_MEGABYTES = 1000;
const LIMIT_MEGABYTES = 16;
const MAX_MEGABYTES = 150;

/** Reads the download in a process of its own; prints its error code and largest resident set. */
const READER = `
  import { ComplianceClient } from '@parlance/compliance';
  const [url, limit] = process.argv.slice(1);
  const client = new ComplianceClient({ baseUrl: url, complianceKey: 'compliance-default', maxResponseBytes: Number(limit) });
  const before = process.resourceUsage().maxRSS;
  const download = await client.files.download('assistant_file_1');
  const code = await download.bytes().then(() => 'read', (error) => error.code);
  console.log(JSON.stringify({ code, kilobytes: process.resourceUsage().maxRSS - before }));
  await client.close();
`;

function* zeros(): Generator<Buffer> {
  const piece = Buffer.alloc(MB);
  for (let sent = 0; sent < BOMB_MEGABYTES; sent++) yield piece;
}

/** Measures the growth of the resident set while a gzip bomb is read. */
export async function gzipBombRow(): Promise<Row> {
  await using server = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' });
    // The client closes the connection at its limit.
    pipeline(Readable.from(zeros()), createGzip(), response).catch(() => undefined);
  });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', READER, server.url, String(LIMIT_MEGABYTES * MB)],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)) },
  );
  const { code, kilobytes } = JSON.parse(stdout) as { code: string; kilobytes: number };
  const megabytes = (kilobytes * 1024) / MB;
  return {
    id: 'gzip-bomb',
    title: `client: \`bytes()\` on a gzip bomb of ${BOMB_MEGABYTES} MB, limited to ${LIMIT_MEGABYTES} MB`,
    budget: `<= ${MAX_MEGABYTES} MB`,
    figure: `${megabytes.toFixed(0)} MB`,
    passed: megabytes <= MAX_MEGABYTES && code === 'download_too_large',
    note: `ends with ${code}`,
  };
}
