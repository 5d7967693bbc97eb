import type { HttpResponse } from '../http-adapter.js';
import type { Call } from '../pipeline/call.js';
import { refuseEncoding, shown } from '../pipeline/decode-json.js';
import { unexpected } from '../pipeline/status.js';
import type { Accumulator } from './event-feed.js';
import { ResponseFeed } from './response-feed.js';
import { streamRule } from './stream-rule.js';

/** Begins to read a streamed response. */
export function openFeed(
  call: Call,
  response: HttpResponse,
  partial: (() => Accumulator<object, unknown>) | undefined,
): Promise<ResponseFeed> {
  const type = response.headers['content-type'];
  if (type === undefined || !/^text\/event-stream\s*(?:;|$)/i.test(type)) {
    response.body.cancel();
    throw unexpected(call, response, [
      'unexpected_content_type',
      `the answer has the content type ${shown(type)} instead of text/event-stream`,
    ]);
  }
  refuseEncoding(call, response);
  return new ResponseFeed(call, response, streamRule(call.operation)).open(partial);
}
