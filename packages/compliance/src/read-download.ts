import { DownloadError, type Download } from '@parlance/core-transport';

/** How a download is read. */
export interface ReadDownloadOptions {
  /** Longest content, in bytes. Default 256 MiB. */
  readonly maxBytes?: number | undefined;
}

/** Longest content unless another length is given. */
export const DEFAULT_MAX_BYTES: number = 256 * 1_048_576;

/**
 * Gives the pieces of a download, and ends with an error when they are too many or too few.
 *
 * @param download - The download; it is read once.
 * @param maxBytes - Longest content, in bytes.
 * @throws `DownloadError` When the content is longer than allowed or shorter than announced; `ConnectionError` when it
 * breaks off.
 */
export async function* piecesOf(download: Download, maxBytes: number): AsyncGenerator<Uint8Array, undefined> {
  const { sizeBytes, requestId } = download;
  if (sizeBytes !== null && sizeBytes > maxBytes) {
    await download[Symbol.asyncDispose]();
    throw tooLarge(maxBytes, requestId);
  }
  let length = 0;
  for await (const piece of download) {
    length += piece.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes, requestId);
    yield piece;
  }
  // A compressed answer announces the length that it has on the way, which the reader never sees.
  const isPlain = (download.headers['content-encoding'] ?? 'identity') === 'identity';
  if (isPlain && sizeBytes !== null && length !== sizeBytes) {
    const message = `the download has ${length} bytes, ${sizeBytes} were announced`;
    throw new DownloadError('download_incomplete', message, requestId);
  }
}

/**
 * Reads a download into memory. What it gives is complete: its length, and its checksum when the service tells one, are
 * as announced.
 *
 * @param download - The download; it is read once.
 * @param options - See {@link ReadDownloadOptions}.
 * @throws `DownloadError` When it is too long, too short or damaged.
 */
export async function readDownload(
  download: Download,
  options: ReadDownloadOptions = {},
): Promise<Uint8Array> {
  // Not imported: a bundle for browsers could not resolve it.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const checksum = createHash('md5');
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(download, options.maxBytes ?? DEFAULT_MAX_BYTES)) {
    checksum.update(piece);
    pieces.push(piece);
  }
  requireChecksum(download, checksum.digest('base64'));
  return Buffer.concat(pieces);
}

/**
 * Holds a checksum against the announced one, if any.
 *
 * @throws `DownloadError` When they differ.
 */
export function requireChecksum(download: Download, md5: string): void {
  const announced = download.headers['content-md5'];
  if (announced === undefined || announced === md5) return;
  throw new DownloadError('download_corrupt', 'the checksum of the download is wrong', download.requestId);
}

function tooLarge(maxBytes: number, requestId: string | null): DownloadError {
  return new DownloadError('download_too_large', `the download is longer than ${maxBytes} bytes`, requestId);
}
