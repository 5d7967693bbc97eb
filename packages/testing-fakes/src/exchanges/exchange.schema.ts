/** Schemas of recorded exchanges. */
import * as z from 'zod';
import { HeadersSchema } from '../faults/read-faults.js';
import type { Fields } from '../input/fields.js';
import { wholeNumber } from '../input/numbers.js';
import type { Exchange, RecordedEvent, RecordedResponse } from './exchange.js';

const text = z.string().min(1);
const BODIES = ['json', 'events', 'lines', 'text', 'base64', 'bytes'] as const;

const event = z.strictObject({
  event: text.optional(),
  json: z.unknown().optional(),
  text: z.string().optional(),
} satisfies Fields<RecordedEvent>);

const response = z
  .strictObject({
    status: wholeNumber(200, 599),
    headers: HeadersSchema.optional(),
    json: z.unknown().optional(),
    events: z.array(event).optional(),
    lines: z.array(z.unknown()).optional(),
    text: z.string().optional(),
    base64: z.base64('must be base64').optional(),
    bytes: wholeNumber(0, 1_000_000_000).optional(),
    cut: z.boolean().optional(),
  } satisfies Fields<RecordedResponse>)
  .superRefine((one, context) => {
    const [first, second] = BODIES.filter((key) => one[key] !== undefined);
    if (first !== undefined && second !== undefined)
      context.addIssue({ code: 'custom', path: [second], message: `cannot be combined with ${first}` });
  });

const exchange = z.strictObject({
  operation: text.optional(),
  method: z.string().regex(/^[A-Z]+$/, 'must be an HTTP method, in upper case'),
  path: z.string().startsWith('/', 'must start with /'),
  query: z.string().optional(),
  body: z.unknown().optional(),
  response,
} satisfies Fields<Exchange>);

/** Schema of a list of exchanges. */
export const ExchangesSchema: z.ZodType<readonly Exchange[]> = z.array(exchange).max(100_000);
