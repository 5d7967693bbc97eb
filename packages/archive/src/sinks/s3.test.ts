import { gunzipSync } from 'node:zlib';
import { ConfigError } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import { s3, type S3Client, type S3Options } from '../index.js';
import { linesOf } from '../testing/collector.js';
import { activityRecords, writeUnit } from '../testing/write-unit.js';

type Put = Parameters<S3Client['putObject']>[0];

function bucket() {
  const objects = new Map<string, Put>();
  const client: S3Client = {
    putObject: (input) => Promise.resolve(void objects.set(input.Key, input)),
    headBucket: () => Promise.reject(Object.assign(new Error('no such bucket'), { name: 'NotFound' })),
  };
  return { client, objects };
}

test('writes an object for each batch, and replaces it when the unit is delivered again', async () => {
  const { client, objects } = bucket();
  const sink = s3({ client, bucket: 'audit', prefix: 'parlance/', batch: { maxRecords: 2 } });
  for (const attempt of [1, 2]) await writeUnit(sink, activityRecords(3), { attempt });
  expect([...objects.keys()]).toEqual([
    'parlance/activities/2026/04/2026-04-01T00-00-00-000Z-000001.ndjson.gz',
    'parlance/activities/2026/04/2026-04-01T00-00-00-000Z-000002.ndjson.gz',
  ]);
  const bodies = [...objects.values()].map(({ Body }) => linesOf(gunzipSync(Body).toString()));
  expect(bodies.flat().map(({ id }) => id)).toEqual(['activity_0', 'activity_1', 'activity_2']);
  expect([...objects.values()][0]).toMatchObject({ Bucket: 'audit', ContentEncoding: 'gzip' });
});

test('writes plain text', async () => {
  const { client, objects } = bucket();
  await writeUnit(s3({ client, bucket: 'audit', compress: 'none' }), activityRecords(2));
  const [[key, { Body, ...rest }] = ['', {} as Put]] = objects;
  expect(key).toMatch(/-000001\.ndjson$/);
  expect(rest).not.toHaveProperty('ContentEncoding');
  expect(linesOf(Buffer.from(Body).toString())).toHaveLength(2);
});

test('doctor reports a bucket that cannot be used', async () => {
  const { signal } = new AbortController();
  await expect(s3({ client: bucket().client, bucket: 'audit' }).probe({ signal })).rejects.toThrow();
});

test.each([
  [{ bucket: 'audit' }, 'client'],
  [{ client: {}, bucket: 'audit' }, 'client must be'],
  [{ client: bucket().client }, 'bucket is required'],
  [{ client: bucket().client, bucket: 'audit', compress: 'zstd' }, 'compress must be'],
])('rejects %o', (options, problem) => {
  expect(() => s3(options as S3Options)).toThrow(ConfigError);
  expect(() => s3(options as S3Options)).toThrow(problem);
});
