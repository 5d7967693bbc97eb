import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import { checkRecord, must, withMethods, type Checks } from '@parlance/core-transport/internal';
import { wrong } from '../option-checks.js';
import type { Unit } from '../certificates/extent.js';
import type { BatchItem, BatchReceiver, RemoteSinkOptions } from './batch-writer.js';
import { nonEmpty, remoteChecks, remoteSink } from './remote-sink.js';
import type { Sink } from './sink.js';
import { unitPath } from './unit-path.js';

/** The part of `S3`, the client of `@aws-sdk/client-s3`, that {@link s3} uses. */
export interface S3Client {
  /** Writes an object. */
  putObject(
    input: { Bucket: string; Key: string; Body: Uint8Array; ContentType: string; ContentEncoding?: string },
    options: { abortSignal: AbortSignal },
  ): Promise<unknown>;
  /** Returns whether the bucket can be used. */
  headBucket(input: { Bucket: string }, options: { abortSignal: AbortSignal }): Promise<unknown>;
}

/** Options for {@link s3}. */
export interface S3Options extends RemoteSinkOptions {
  /** Client with region and credentials, for example `new S3({ region })` of `@aws-sdk/client-s3`. You close it. */
  readonly client: S3Client;
  /** Name of the bucket. */
  readonly bucket: string;
  /** Start of the keys, for example `parlance/`. Default: none. */
  readonly prefix?: string | undefined;
  /** `none` writes plain NDJSON. Default: `gzip`. */
  readonly compress?: 'gzip' | 'none' | undefined;
}

const gzip = promisify(gzipCallback);

const checks: Checks = {
  ...remoteChecks,
  client: withMethods('putObject', 'headBucket'),
  bucket: nonEmpty,
  prefix: must('a string', (value) => typeof value === 'string'),
  compress: must("'gzip' or 'none'", (value) => value === 'gzip' || value === 'none'),
};

/** An object may have more than a request of a collector. */
const BATCH = { maxRecords: 100_000, maxBytes: 8_000_000 };

/**
 * Creates a sink that writes records to a bucket of Amazon S3, or of a service with the same API, as NDJSON. A unit has one object for each batch:
 * `activities/2026/04/2026-04-01T00-00-00-000Z-000001.ndjson.gz`. The key depends on the unit, its revision and the batch, so that a unit that is
 * delivered again replaces its objects.
 *
 * @param options - The client, and where to write.
 * @returns The sink, for the option `sinks` of an export.
 * @throws {ConfigError} When an option is invalid.
 */
export function s3(options: S3Options): Sink {
  checkRecord('', options, checks);
  const { client, bucket } = options;
  for (const name of ['client', 'bucket'] as const)
    if (options[name] === undefined) throw wrong(name, 'is required');
  return remoteSink(
    's3',
    { ...options, batch: { ...BATCH, ...options.batch } },
    {
      connect: () => ({ begin: (unit, signal) => new S3Unit(options, unit, signal) }),
      probe: async ({ signal }) => {
        await client.headBucket({ Bucket: bucket }, { abortSignal: signal });
      },
    },
  );
}

/** Writes the objects of a unit. */
class S3Unit implements BatchReceiver {
  readonly #options: S3Options;
  readonly #signal: AbortSignal;
  readonly #path: string;
  #count = 0;

  constructor(options: S3Options, unit: Unit, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#path = unitPath(unit);
  }

  async send(items: readonly BatchItem[]): Promise<void> {
    const { client, bucket, prefix = '', compress = 'gzip' } = this.#options;
    this.#count += 1;
    const key = `${prefix}${this.#path}-${String(this.#count).padStart(6, '0')}.ndjson`;
    const text = Buffer.from(items.map(({ json }) => `${json}\n`).join(''));
    const object = { Bucket: bucket, ContentType: 'application/x-ndjson' };
    const sent =
      compress === 'none'
        ? { ...object, Key: key, Body: text }
        : { ...object, Key: `${key}.gz`, Body: await gzip(text), ContentEncoding: 'gzip' };
    await client.putObject(sent, { abortSignal: this.#signal });
  }
}
