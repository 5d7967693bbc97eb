/** Reading a download into memory stops at its limit, however small the compressed response is. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { startHttpServer } from '@parlance/testing/http-server';
import { expect, test } from 'vitest';
import { ComplianceClient } from './index.js';

const MB = 1_000_000;

function* zeros(): Generator<Buffer> {
  const piece = Buffer.alloc(MB);
  for (let sent = 0; sent < 1000; sent++) yield piece;
}

test('bytes() of a gzip bomb of 1,000 MB ends at its limit', async () => {
  await using server = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' });
    // The client closes the connection at its limit.
    pipeline(Readable.from(zeros()), createGzip(), response).catch(() => undefined);
  });
  await using client = new ComplianceClient({
    baseUrl: server.url,
    complianceKey: 'compliance-default',
    maxResponseBytes: 16 * MB,
  });
  const before = process.memoryUsage().rss;
  const download = await client.files.download('assistant_file_1');
  await expect(download.bytes()).rejects.toMatchObject({ code: 'download_too_large' });
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * MB);
});
