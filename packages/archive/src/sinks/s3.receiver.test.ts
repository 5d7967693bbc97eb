/** Writes to s3rver, an S3 server that is not ours, with the client of `@aws-sdk/client-s3`. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { importReceiver } from '@parlance/testing/receivers';
import { expect, onTestFinished, test } from 'vitest';
import { activities, ndjson, openArchive, s3, type S3Client } from '../index.js';
import { linesOf } from '../testing/collector.js';
import { exportWorld, testFolder } from '../testing/export-world.js';

interface Aws {
  readonly S3: new (options: object) => S3Client & {
    listObjectsV2(input: object): Promise<{ readonly Contents?: readonly { readonly Key: string }[] }>;
    getObject(input: object): Promise<{ readonly Body: { transformToByteArray(): Promise<Uint8Array> } }>;
    destroy(): void;
  };
}
interface S3rver {
  readonly default: new (options: object) => {
    configureBuckets(): Promise<void>;
    readonly callback: () => Parameters<Server['on']>[1];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  };
}

const Bucket = 'audit';

async function startS3() {
  const { default: Server } = (await importReceiver('s3rver')) as S3rver;
  const buckets = { configureBuckets: [{ name: Bucket }] };
  const server = new Server({
    ...buckets,
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: testFolder(),
  });
  const { port } = await server.run();
  const { S3 } = (await importReceiver('@aws-sdk/client-s3')) as Aws;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true, maxAttempts: 2 });
  onTestFinished(async () => {
    client.destroy();
    await server.close();
  });
  return client;
}

test('the objects of a bucket have every activity of the archive', async () => {
  const client = await startS3();
  const dir = testFolder();
  const status = await exportWorld().run({
    sources: [activities()],
    activities: { window: '1d', history: '1d', from: '2026-05-20T00:00:00Z', recheck: [] },
    sinks: [ndjson({ dir }), s3({ client, bucket: Bucket, prefix: 'parlance/', batch: { maxRecords: 10 } })],
  });
  expect(status.followers).toMatchObject([
    { name: 's3', pending: 0, rejected: 0, delivered: status.records },
  ]);
  const { Contents = [] } = await client.listObjectsV2({ Bucket, Prefix: 'parlance/' });
  const ids: unknown[] = [];
  for (const { Key } of Contents) {
    const { Body } = await client.getObject({ Bucket, Key });
    ids.push(...linesOf(gunzipSync(await Body.transformToByteArray()).toString()).map(({ id }) => id));
  }
  const archived: unknown[] = [];
  for await (const { id } of (await openArchive(dir)).activities()) archived.push(id);
  expect(ids.sort()).toEqual(archived.sort());
});

test('doctor finds a bucket that does not exist', async () => {
  const client = await startS3();
  const { signal } = new AbortController();
  await s3({ client, bucket: Bucket }).probe({ signal });
  await expect(s3({ client, bucket: 'missing' }).probe({ signal })).rejects.toThrow();
});
