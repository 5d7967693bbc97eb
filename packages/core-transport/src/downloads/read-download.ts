import { atLeastZero, checkRecord, integerFromZero, type Checks } from '../checks/option-checks.js';
import { DownloadError } from '../errors/download-error.js';
import { ConfigError, ConnectionError } from '../errors/request-errors.js';
import { joinBytes } from '../utf8.js';
import type { Download } from './download.js';

/** Options for reading the content of a download. */
export interface ReadDownloadOptions {
  /** Maximum length of the content, in bytes. `Infinity` for no limit. Defaults to 256 MiB. */
  readonly maxBytes?: number | undefined;
  /**
   * Maximum number of times to download again from the start, after a lost connection or incomplete or corrupt
   * content. 0 disables it. Defaults to 2.
   */
  readonly maxRetries?: number | undefined;
}

const DEFAULT_MAX_BYTES = 256 * 1_048_576;
const DEFAULT_MAX_RETRIES = 2;

/**
 * Reads a download into memory. Verifies the length and, in Node.js, the checksum, if the service sent
 * `content-length` and `content-md5`. After a lost connection, it downloads again from the start.
 *
 * @param download - The download. It can be read once.
 * @param options - See {@link ReadDownloadOptions}.
 * @throws `DownloadError` When the content is too long, incomplete or corrupt; `ConnectionError` when the connection
 * is lost more than `maxRetries` times; `ConfigError` for an invalid option.
 */
export async function readDownload(
  download: Download,
  options: ReadDownloadOptions = {},
): Promise<Uint8Array> {
  await checkReadOptions(download, options);
  return readIntact(download, options, readOnce);
}

async function readOnce(download: Download, maxBytes: number): Promise<Uint8Array> {
  // Not imported: a bundle for browsers could not resolve it, and browsers have no MD5.
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  const checksum = crypto?.createHash('md5');
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(download, maxBytes)) {
    checksum?.update(chunk);
    chunks.push(chunk);
  }
  if (checksum !== undefined) requireChecksum(download, checksum.digest('base64'));
  return joinBytes(chunks);
}

/**
 * Reads a download with `read`, and downloads again from the start if the content does not arrive intact.
 *
 * @throws `ConfigError` For an invalid option; otherwise the last error of `read`.
 */
export async function readIntact<T>(
  download: Download,
  options: ReadDownloadOptions,
  read: (download: Download, maxBytes: number) => Promise<T>,
): Promise<T> {
  const { maxBytes = DEFAULT_MAX_BYTES, maxRetries = DEFAULT_MAX_RETRIES } = options;
  let current = download;
  for (let retry = 0; ; retry += 1) {
    try {
      return await read(current, maxBytes);
    } catch (error) {
      if (retry >= maxRetries || !isTransient(error)) throw error;
      current = await current.reopen();
    }
  }
}

/**
 * Throws for an unknown or invalid option, and closes the download, which would otherwise keep its connection open.
 *
 * @param others - Checks of further options.
 * @throws `ConfigError` Names the option.
 */
export async function checkReadOptions(
  download: Download,
  options: ReadDownloadOptions,
  others: Checks = {},
): Promise<void> {
  requireDownload(download);
  try {
    checkRecord('', options, { maxBytes: atLeastZero, maxRetries: integerFromZero, ...others });
  } catch (error) {
    await download[Symbol.asyncDispose]();
    throw error;
  }
}

function requireDownload(download: Download): void {
  const { headers, reopen, [Symbol.asyncIterator]: iterate } = (download ?? {}) as Partial<Download>;
  if (typeof headers === 'object' && typeof reopen === 'function' && typeof iterate === 'function') return;
  throw new ConfigError('download', 'download must be a Download, e.g. await files.download(fileId)');
}

/** Returns whether downloading again can help. */
function isTransient(error: unknown): boolean {
  if (ConnectionError.is(error)) return true;
  return (
    DownloadError.is(error) && (error.code === 'download_incomplete' || error.code === 'download_corrupt')
  );
}

/**
 * Yields the chunks of a download and checks their total length.
 *
 * @throws `DownloadError` When the content is longer than `maxBytes` or shorter than announced; `ConnectionError` when
 * the connection is lost.
 */
export async function* chunksOf(download: Download, maxBytes: number): AsyncGenerator<Uint8Array, undefined> {
  const { sizeBytes, requestId } = download;
  const tooLarge = (): DownloadError =>
    new DownloadError('download_too_large', `the download exceeds maxBytes (${maxBytes} bytes)`, requestId);
  if (sizeBytes !== null && sizeBytes > maxBytes) {
    await download[Symbol.asyncDispose]();
    throw tooLarge();
  }
  let length = 0;
  for await (const chunk of download) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge();
    yield chunk;
  }
  // A compressed response announces its compressed length, which the reader never sees.
  const isPlain = (download.headers['content-encoding'] ?? 'identity') === 'identity';
  if (isPlain && sizeBytes !== null && length !== sizeBytes) {
    const message = `the download ended after ${length} of ${sizeBytes} bytes`;
    throw new DownloadError('download_incomplete', message, requestId);
  }
}

/**
 * Compares a checksum with the `content-md5` header, if the service sent one.
 *
 * @param md5 - MD5 of the content, in base64.
 * @throws `DownloadError` When they differ.
 */
export function requireChecksum(download: Download, md5: string): void {
  const announced = download.headers['content-md5'];
  if (announced === undefined || announced === md5) return;
  const message = 'the checksum of the download does not match its content-md5 header';
  throw new DownloadError('download_corrupt', message, download.requestId);
}
