import type { HttpBody } from '../http-adapter.js';
import type { Attempt } from './attempt.js';

/** Accepted content types by expected type. */
const TYPES: Readonly<Record<'application/json' | 'text/event-stream', RegExp>> = {
  'application/json': /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i,
  'text/event-stream': /^text\/event-stream\s*(?:;|$)/i,
};

/**
 * Rejects a response with another content type, or a content encoding that the adapter did not decode, and cancels
 * its body.
 *
 * @throws {UnexpectedResponseError} For such a response.
 */
export function checkHead(attempt: Attempt, body: HttpBody, wanted: keyof typeof TYPES): void {
  const { 'content-type': type, 'content-encoding': encoding } = attempt.headers;
  const isWanted = type !== undefined && TYPES[wanted].test(type);
  if (isWanted && (encoding === undefined || encoding === 'identity')) return;
  body.cancel();
  if (isWanted)
    throw attempt.unexpected(
      'unexpected_encoding',
      `the content encoding ${shown(encoding)} is not supported`,
    );
  throw attempt.unexpected(
    'unexpected_content_type',
    `the response has the content type ${shown(type)} instead of ${wanted}: check baseUrl`,
  );
}

/** Formats a header for an error message. */
function shown(value: string | undefined): string {
  return value === undefined ? '(none)' : value.slice(0, 100);
}
