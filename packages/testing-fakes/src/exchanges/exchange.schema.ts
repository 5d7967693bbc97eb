/** Recorded exchanges: requests to a service with its responses. */
import * as z from 'zod';
import { HeadersSchema } from '../faults/fault.schema.js';
import { wholeNumber } from '../input/numbers.js';
import type * as types from './exchange.js';

const text = z.string().min(1);
const BODIES = ['json', 'events', 'lines', 'text', 'base64', 'bytes'] as const;

/** A server-sent event of a recorded response. */
export const RecordedEventSchema: z.ZodType<types.RecordedEvent> = z.strictObject({
  /** Name of the event. */
  event: text.optional(),
  /** Data, if it is JSON. */
  json: z.unknown().optional(),
  /** Data, if it is not JSON. */
  text: z.string().optional(),
});

/** A recorded response. At most one of `json`, `events`, `lines`, `text`, `base64` and `bytes` is its body. */
export const RecordedResponseSchema: z.ZodType<types.RecordedResponse> = z
  .strictObject({
    /** Status code. */
    status: wholeNumber(200, 599),
    /** Headers. A recording contains the content type, the request id, retry hints and rate limits. */
    headers: HeadersSchema.optional(),
    /** JSON body. */
    json: z.unknown().optional(),
    /** Events of a stream. */
    events: z.array(RecordedEventSchema).optional(),
    /** Lines of JSON. */
    lines: z.array(z.unknown()).optional(),
    /** Body as text. */
    text: z.string().optional(),
    /** Body in base64. */
    base64: z.base64('must be base64').optional(),
    /** Size of a file whose content was not recorded. As many zeros are sent. */
    bytes: wholeNumber(0, 1_000_000_000).optional(),
    /** Whether the connection is reset after the body. Defaults to false. */
    cut: z.boolean().optional(),
  })
  .superRefine((one, context) => {
    const [first, second] = BODIES.filter((key) => one[key] !== undefined);
    if (first !== undefined && second !== undefined)
      context.addIssue({ code: 'custom', path: [second], message: `cannot be combined with ${first}` });
  });

/** A recorded exchange. It replies to one request with the same method, path, query and body. */
export const ExchangeSchema: z.ZodType<types.Exchange> = z.strictObject({
  /** Operation id, for error messages. */
  operation: text.optional(),
  /** HTTP method. */
  method: z.string().regex(/^[A-Z]+$/, 'must be an HTTP method, in upper case'),
  /** Path without the query. */
  path: z.string().startsWith('/', 'must start with /'),
  /** Query without the question mark. The order of its parameters does not matter. */
  query: z.string().optional(),
  /**
   * JSON body, or `{ multipart }` with the parts of a form: each has a `name`, and a `value` or the `filename`, `content_type`,
   * `size` and `sha256` of a file. In a recording, secrets are `[secret]`, and unless the content was kept, prompts are replaced by their length.
   * A request matches if it is equal after the same replacements. Any body matches when this is omitted.
   */
  body: z.unknown().optional(),
  /** Response to send. */
  response: RecordedResponseSchema,
});

/** Schema of a list of exchanges. */
export const ExchangesSchema: z.ZodType<readonly types.Exchange[]> = z.array(ExchangeSchema).max(100_000);
