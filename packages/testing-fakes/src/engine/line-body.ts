/** Bodies of JSON lines, read from stored contents while they are sent. */
import type { Content } from '../world/content.js';
import type { BodyStream } from './message.js';

/**
 * Creates the body of a download of JSON lines. A content is read when the client takes it.
 *
 * @param contents - The lines. Each content ends with a line break.
 * @param rewrite - Converts each line; undefined sends the contents unchanged.
 */
export function createLineBody(
  contents: readonly Content[],
  rewrite: ((line: unknown) => unknown) | undefined,
): BodyStream {
  let isCancelled = false;
  async function* chunks(): AsyncGenerator<string | Uint8Array> {
    for (const content of contents) {
      if (isCancelled) return;
      const bytes = Buffer.concat([...content.chunks()]);
      yield rewrite === undefined ? bytes : rewriteLines(bytes.toString(), rewrite);
      // Requests are handled in between, even if the client reads without delay.
      await new Promise(setImmediate);
    }
  }
  return {
    [Symbol.asyncIterator]: chunks,
    cancel: () => {
      isCancelled = true;
    },
  };
}

function rewriteLines(text: string, rewrite: (line: unknown) => unknown): string {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => `${JSON.stringify(rewrite(JSON.parse(line)))}\n`).join('');
}
