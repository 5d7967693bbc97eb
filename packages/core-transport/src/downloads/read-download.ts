import type { Download } from './download.js';
import {
  checkReadOptions,
  chunksOf,
  readIntact,
  requireChecksum,
  type ReadDownloadOptions,
} from './download-content.js';

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
  let length = 0;
  for await (const chunk of chunksOf(download, maxBytes)) {
    checksum?.update(chunk);
    chunks.push(chunk);
    length += chunk.byteLength;
  }
  if (checksum !== undefined) requireChecksum(download, checksum.digest('base64'));
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
