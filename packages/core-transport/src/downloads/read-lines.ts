import type { HttpResponse } from '../http-adapter.js';
import type { Attempt } from '../pipeline/attempt.js';
import type { CallRun } from '../pipeline/call-run.js';
import { checkDrift } from '../pipeline/check-drift.js';
import { parseObject } from '../pipeline/read-json.js';
import { bodyStream } from './body-stream.js';

/**
 * Yields the lines of a response of JSON lines. A slow reader pauses the connection; leaving the loop closes it.
 *
 * @throws {UnexpectedResponseError} When a line is not a JSON object, or larger than `maxEventBytes`.
 */
export async function* readLines(
  run: CallRun,
  attempt: Attempt,
  { body }: HttpResponse,
): AsyncGenerator<object, undefined> {
  const { ceilings, codec, validation } = run.client.settings;
  const { operation } = run.call;
  for await (const text of textLines(attempt, bodyStream(run, attempt, body), ceilings.eventBytes)) {
    const value = parseObject(attempt, 'a line of the response', text);
    const line = codec === undefined ? value : (codec.decodeResponse(operation, value) as object);
    checkDrift(attempt, 'response', line, validation);
    yield line;
  }
}

/** Splits a body into lines, without the empty ones, which count as part of the next one: a service might send them forever. */
async function* textLines(
  attempt: Attempt,
  stream: ReadableStream<Uint8Array>,
  maxCharacters: number,
): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let length = 0;
  for await (const chunk of stream as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    // Only the new text is searched: searching the rest again for each chunk would take quadratic time.
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    for (const [index, part] of parts.entries()) {
      const isEnded = index < parts.length - 1;
      length += part.length + (isEnded ? 1 : 0);
      if (length > maxCharacters)
        throw attempt.unexpected(
          'response_too_large',
          `a line of the response, with empty lines before it, is larger than maxEventBytes (${maxCharacters})`,
        );
      rest += part;
      if (!isEnded) break;
      const line = rest;
      rest = '';
      if (line.trim() === '') continue;
      length = 0;
      yield line;
    }
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield rest;
}
