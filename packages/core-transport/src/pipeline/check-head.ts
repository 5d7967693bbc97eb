import type { HttpBody } from '../http-adapter.js';
import type { Attempt } from './attempt.js';

/** Content types by what a response must be. */
const TYPES: Readonly<Record<'application/json' | 'text/event-stream', RegExp>> = {
  'application/json': /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i,
  'text/event-stream': /^text\/event-stream\s*(?:;|$)/i,
};

/**
 * Cancels the body of a response that has another content type, or an encoding that the adapter has not undone.
 *
 * @throws {UnexpectedResponseError} For such a response.
 */
export function checkHead(attempt: Attempt, body: HttpBody, wanted: keyof typeof TYPES): void {
  const { 'content-type': type, 'content-encoding': encoding } = attempt.headers;
  const isWanted = type !== undefined && TYPES[wanted].test(type);
  if (isWanted && (encoding === undefined || encoding === 'identity')) return;
  body.cancel();
  if (isWanted)
    throw attempt.unexpected('unexpected_encoding', `the content encoding ${shown(encoding)} is not known`);
  throw attempt.unexpected(
    'unexpected_content_type',
    `the response has the content type ${shown(type)} instead of ${wanted}`,
  );
}

/** A header as an error may show it. */
function shown(value: string | undefined): string {
  return value === undefined ? '(none)' : value.slice(0, 100);
}
