/** Schemas of scripts. */
import * as z from 'zod';
import { ErrorTypeSchema, HeadersSchema } from '../faults/read-faults.js';
import type { Fields } from '../input/fields.js';
import { wholeNumber } from '../input/numbers.js';
import { PatternError, SearchPattern } from '../patterns/search-pattern.js';
import type { Script, ScriptBlock, ScriptMatch, ScriptStep, ScriptUsage } from './script.js';

const text = z.string().min(1);

const match = z.strictObject({
  content_contains: text.optional(),
  content_equals: z.string().optional(),
  content_pattern: text.superRefine(requirePattern).optional(),
  result_contains: text.optional(),
  tools: z.array(text).optional(),
} satisfies Fields<ScriptMatch>);

/** Blocks of other types are sent unchanged. */
const block: z.ZodType<ScriptBlock> = z
  .looseObject({ type: text })
  .refine((one) => one.type !== 'text' || typeof one.text === 'string', {
    path: ['text'],
    error: 'must be a string',
  })
  .refine((one) => one.type !== 'thinking' || typeof one.thinking === 'string', {
    path: ['thinking'],
    error: 'must be a string',
  })
  .refine((one) => one.type !== 'tool_use' || (typeof one.name === 'string' && one.name !== ''), {
    path: ['name'],
    error: 'must be the name of a tool',
  })
  .refine((one) => one.type !== 'tool_use' || one.input == null || isObject(one.input), {
    path: ['input'],
    error: 'must be an object',
  });

/** Token counts must be numbers; other fields are sent unchanged. */
const usage = z.custom<ScriptUsage>(isObject, 'must be an object').superRefine((fields, context) => {
  for (const [name, value] of Object.entries(fields)) {
    const isCount = typeof value === 'number' && value >= 0 && value <= MAX_TOKENS;
    if (name.endsWith('_tokens') && !isCount)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `must be a number from 0 to ${MAX_TOKENS}`,
      });
  }
});

const MAX_TOKENS = 1e12;

const step = z.strictObject({
  match: match.optional(),
  reply: z.union([z.string(), z.array(block)], 'must be a string or an array of blocks').optional(),
  stop_reason: text.optional(),
  stop_sequence: text.optional(),
  stop_details: z.custom<NonNullable<ScriptStep['stop_details']>>(isObject, 'must be an object').optional(),
  usage: usage.optional(),
  pace_ms: wholeNumber(0, 86_400_000).optional(),
  error: z
    .strictObject({
      status: wholeNumber(400, 599),
      type: ErrorTypeSchema.optional(),
      message: z.string().optional(),
      headers: HeadersSchema.optional(),
    })
    .optional(),
  error_at_event: z
    .strictObject({
      event: wholeNumber(0, 1_000_000_000),
      type: ErrorTypeSchema.optional(),
      message: z.string().optional(),
    })
    .optional(),
  times: wholeNumber(1, 1_000_000_000).optional(),
  optional: z.boolean().optional(),
} satisfies Fields<ScriptStep>);

const script = z.strictObject({
  match: match.optional(),
  steps: z.union([z.array(step).max(10_000), z.literal('default')], {
    error: ({ input }) => (input === undefined ? undefined : 'must be an array of steps or "default"'),
  }),
} satisfies Fields<Script>);

/** Schema of a list of scripts. */
export const ScriptsSchema: z.ZodType<readonly Script[]> = z.array(script).max(10_000);

function requirePattern(source: string, context: z.RefinementCtx): void {
  try {
    new SearchPattern(source).test('');
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
