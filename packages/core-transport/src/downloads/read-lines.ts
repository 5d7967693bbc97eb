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

/** Splits a body into lines, without the empty ones. */
async function* textLines(
  attempt: Attempt,
  stream: ReadableStream<Uint8Array>,
  maxCharacters: number,
): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxCharacters)
      throw attempt.unexpected(
        'response_too_large',
        `a line of the response is larger than maxEventBytes (${maxCharacters})`,
      );
    yield* lines.filter((line) => line.trim() !== '');
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield rest;
}
