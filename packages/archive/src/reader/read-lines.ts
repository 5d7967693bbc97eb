import { damaged } from '../archive-error.js';
import { readChunks } from './read-chunks.js';
import { readError } from './read-error.js';

/** A longer line is damage, for example a file whose line feeds are lost. It bounds the memory of a reader. */
const MAX_LINE_BYTES = 268_435_456;
const LINE_FEED = 0x0a;

/**
 * Reads the lines of a file, with bounded memory.
 *
 * @param file - Absolute path of the file.
 * @param path - Its path in the archive, for errors.
 * @throws {ArchiveError} When the file is missing, is not UTF-8 or does not end with a line feed.
 */
export async function* readLines(file: string, path: string): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 0;
  try {
    for await (const bytes of splitLines(readChunks(file, { path }), path)) {
      line += 1;
      yield decoder.decode(bytes);
    }
  } catch (error) {
    if (error instanceof TypeError) throw damaged({ path, line }, 'is damaged: it is not UTF-8.', error);
    throw readError({ path }, error);
  }
}

async function* splitLines(
  source: AsyncIterable<Buffer>,
  path: string,
): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      const tail = chunk.subarray(start, end);
      yield rest.length === 0 ? tail : Buffer.concat([...rest, tail]);
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > MAX_LINE_BYTES) throw damaged({ path }, 'is damaged: a line is longer than 256 MiB.');
  }
  if (restBytes > 0) throw damaged({ path }, 'is damaged: its last line is not complete.');
}
