import type { EventOf, Operation } from '@parlance/schemas/kit';
import type { CallOptions } from '../options/client-options.js';
import type { CallInput } from '../pipeline/call.js';
import { ConfigError } from '../errors/request-errors.js';
import { requireObject, requireText } from '../checks/check-arguments.js';
import { checkHead } from '../pipeline/check-head.js';
import type { Decode } from '../pipeline/send.js';
import type { InputOf, Transport } from '../transport.js';
import type { Accumulator, EventFeed, EventStreamParts } from './event-feed.js';
import { EventStream } from './event-stream.js';
import { ResponseFeed } from './response-feed.js';
import { streamRule } from './stream-rule.js';

/** Options and accumulator of a stream. */
export interface StreamExtra<Event, Snapshot> {
  /** Options of the call. */
  readonly options?: CallOptions | undefined;
  /** Creates an accumulator of the events. */
  readonly accumulator?: (() => Accumulator<Event, Snapshot>) | undefined;
}

/** Opens an event stream. The request is sent immediately, for messages and completions with `stream: true`. */
export function openStream<O extends Operation, Snapshot = undefined>(
  transport: Transport,
  operation: O,
  input: InputOf<O>,
  extra: StreamExtra<EventOf<O>, Snapshot> = {},
): EventStream<EventOf<O>, Snapshot> {
  if (typeof (transport as Transport | undefined)?.start !== 'function')
    throw new ConfigError('transport', 'transport must be the transport of a client');
  requireObject('operation', operation);
  requireText('operation.id', operation.id);
  requireText('operation.path', operation.path);
  requireObject('input', input);
  requireObject('extra', extra);
  return new EventStream(streamParts(transport, operation, input, extra));
}

/** Opens a stream for a subclass of {@link EventStream}; see {@link openStream}. */
export function streamParts<O extends Operation, Snapshot = undefined>(
  transport: Transport,
  operation: O,
  input: InputOf<O>,
  { accumulator, options }: StreamExtra<EventOf<O>, Snapshot> = {},
): EventStreamParts<EventOf<O>, Snapshot> {
  const { body } = input as CallInput;
  const takesStream = operation.method === 'POST' && typeof body === 'object' && body !== null;
  const streamed = takesStream ? { ...input, body: { ...body, stream: true } } : input;
  const { result, abort } = transport.start(
    { operation, input: streamed as CallInput, kind: 'stream', options },
    openFeed(accumulator as (() => Accumulator<object, unknown>) | undefined),
  );
  return {
    operation: operation.id,
    accumulator: accumulator?.(),
    feed: result as unknown as Promise<EventFeed<EventOf<O>>>,
    abort,
  };
}

/** Starts to read a streamed response. */
function openFeed(makeAccumulator: (() => Accumulator<object, unknown>) | undefined): Decode<ResponseFeed> {
  return (run, attempt, { body }) => {
    checkHead(attempt, body, 'text/event-stream');
    const rule = streamRule(attempt.operation);
    return new ResponseFeed({ run, attempt, body, rule, makeAccumulator }).open();
  };
}
