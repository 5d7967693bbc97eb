import type { HttpResponse } from '../http-adapter.js';
import type { Call } from '../pipeline/call.js';
import { checkHead } from '../pipeline/check-head.js';
import type { Accumulator } from './event-feed.js';
import { ResponseFeed } from './response-feed.js';
import { streamRule } from './stream-rule.js';

/** Begins to read a streamed response. */
export function openFeed(
  call: Call,
  response: HttpResponse,
  partial: (() => Accumulator<object, unknown>) | undefined,
): Promise<ResponseFeed> {
  checkHead(call, response, 'text/event-stream');
  return new ResponseFeed(call, response, streamRule(call.operation)).open(partial);
}
