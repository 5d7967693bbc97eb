/** Scripts: predefined replies of the model. Plain JSON, the same in code, in files and over HTTP. */
import type { RefusalStopDetails } from '@parlance/schemas';
import * as z from 'zod';
import { ErrorTypeSchema, HeadersSchema } from '../faults/fault.schema.js';
import { isObject } from '../input/json.js';
import { wholeNumber } from '../input/numbers.js';
import { PatternError, SearchPattern } from '../patterns/search-pattern.js';
import type { ScriptUsage } from './model-request.js';
import type * as types from './script.js';

const text = z.string().min(1);

/** Conditions on a request. All conditions that are set must match. */
export const ScriptMatchSchema: z.ZodType<types.ScriptMatch> = z.strictObject({
  /** Text that the user turn must contain. */
  content_contains: text.optional(),
  /** Text that the user turn must equal. */
  content_equals: z.string().optional(),
  /** Regular expression to find in the user turn, in RE2 syntax: no lookaround or backreferences. */
  content_pattern: text.superRefine(requirePattern).optional(),
  /** Text that the tool results of the user turn must contain. */
  result_contains: text.optional(),
  /** Names of tools that the request must include. */
  tools: z.array(text).optional(),
});

/**
 * A block of a scripted reply: text, thinking, a tool call, or any other content block in wire form. The `id` of a tool call and the `signature` of
 * a thinking block are generated when omitted.
 */
export const ScriptBlockSchema: z.ZodType<types.ScriptBlock> = z
  .looseObject({
    /** Block type. */
    type: text,
  })
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
export const ScriptUsageSchema: z.ZodType<ScriptUsage> = z
  .custom<ScriptUsage>(isObject, 'must be an object')
  .superRefine((fields, context) => {
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

/** Any details of a refusal. */
export const StopDetailsSchema: z.ZodType<Partial<RefusalStopDetails>> = z.custom<
  Partial<RefusalStopDetails>
>(isObject, 'must be an object');

/** One reply of a script. */
export const ScriptStepSchema: z.ZodType<types.ScriptStep> = z.strictObject({
  /** Conditions on the last user turn. Defaults to any. */
  match: ScriptMatchSchema.optional(),
  /** Content of the reply: a string or blocks. */
  reply: z
    .union([z.string(), z.array(ScriptBlockSchema)], 'must be a string or an array of blocks')
    .optional(),
  /**
   * Stop reason. Defaults to `stop_sequence` if one is set, `refusal` if `stop_details` is set, `tool_use` if the reply
   * calls a tool, and `end_turn` otherwise.
   */
  stop_reason: text.optional(),
  /** Stop sequence that ends the reply. */
  stop_sequence: text.optional(),
  /** Details of a refusal. `category` and `explanation` default to null. */
  stop_details: StopDetailsSchema.optional(),
  /**
   * Usage fields to override; the others are counted. If the request sets `service_tier: 'standard_only'`, the tier
   * is always `standard`.
   */
  usage: ScriptUsageSchema.optional(),
  /** Delay before each stream event except the first, in milliseconds of the world's clock. */
  pace_ms: wholeNumber(0, 86_400_000).optional(),
  /** Error response to send instead of the reply. */
  error: z
    .strictObject({
      status: wholeNumber(400, 599),
      type: ErrorTypeSchema.optional(),
      message: z.string().optional(),
      headers: HeadersSchema.optional(),
    })
    .optional(),
  /** Replaces the stream event at this 0-based index with an `error` event and ends the stream. */
  error_at_event: z
    .strictObject({
      event: wholeNumber(0, 1_000_000_000),
      type: ErrorTypeSchema.optional(),
      message: z.string().optional(),
    })
    .optional(),
  /** Number of consecutive requests that the step replies to. Defaults to 1. */
  times: wholeNumber(1, 1_000_000_000).optional(),
  /** Whether the step may remain unused. Defaults to false. */
  optional: z.boolean().optional(),
});

/** Replies of one conversation, in order. */
export const ScriptSchema: z.ZodType<types.Script> = z.strictObject({
  /** Conditions on the first user turn of the conversation. Defaults to any. */
  match: ScriptMatchSchema.optional(),
  /** Replies, or `default` to leave the conversation to the default model. */
  steps: z.union([z.array(ScriptStepSchema).max(10_000), z.literal('default')], {
    error: ({ input }) => (input === undefined ? undefined : 'must be an array of steps or "default"'),
  }),
});

/** Schema of a list of scripts. */
export const ScriptsSchema: z.ZodType<readonly types.Script[]> = z.array(ScriptSchema).max(10_000);

function requirePattern(source: string, context: z.RefinementCtx): void {
  try {
    new SearchPattern(source).test('');
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
}
