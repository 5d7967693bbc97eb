import type { HttpResponse } from '../http-adapter.js';
import type { Call } from './call.js';
import { unexpected } from './status.js';

/** Content types by what an answer must be. */
const TYPES: Readonly<Record<'application/json' | 'text/event-stream', RegExp>> = {
  'application/json': /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i,
  'text/event-stream': /^text\/event-stream\s*(?:;|$)/i,
};

/** Refuses an answer of another content type, or in an encoding that the adapter has not undone. */
export function checkHead(call: Call, response: HttpResponse, wanted: keyof typeof TYPES): void {
  const { 'content-type': type, 'content-encoding': encoding } = response.headers;
  const isWanted = type === wanted || (type !== undefined && TYPES[wanted].test(type));
  if (isWanted && (encoding === undefined || encoding === 'identity')) return;
  response.body.cancel();
  if (isWanted)
    throw unexpected(call, response, [
      'unexpected_encoding',
      `the content encoding ${shown(encoding)} is not known`,
    ]);
  throw unexpected(call, response, [
    'unexpected_content_type',
    `the answer has the content type ${shown(type)} instead of ${wanted}`,
  ]);
}

/** A header as an error may show it. */
function shown(value: string | undefined): string {
  return value === undefined ? '(none)' : value.slice(0, 100);
}
