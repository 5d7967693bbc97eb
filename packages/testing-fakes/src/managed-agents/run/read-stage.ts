/** Parsing of session stages. */
import { parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';
import type { Fields } from '../../input/fields.js';
import { wholeNumber } from '../../input/numbers.js';
import type {
  SessionStage,
  StagedCredential,
  StagedError,
  StagedHttpAnswer,
  StagedReply,
  StagedResult,
  StagedServer,
  StagedVerdict,
} from './stage.js';

const text = z.string().min(1);
const milliseconds = wholeNumber(0, 86_400_000);

const result = z.strictObject({
  match: text.optional(),
  text: z.string(),
  is_error: z.boolean().optional(),
} satisfies Fields<StagedResult>);
const resultsByTool = z.record(z.string(), z.array(result));

const error = z.strictObject({
  type: z.enum([
    'unknown_error',
    'model_overloaded_error',
    'model_rate_limited_error',
    'model_request_failed_error',
    'billing_error',
    'mcp_connection_failed_error',
    'mcp_authentication_failed_error',
  ]),
  message: text,
  retry: z.enum(['retrying', 'exhausted', 'terminal']),
  mcp_server_name: text.optional(),
} satisfies Fields<StagedError>);

const call = z.strictObject({
  name: text,
  server: text.optional(),
  input: z.record(z.string(), z.unknown()).optional(),
});

const reply = z.strictObject({
  agent: text.optional(),
  system_contains: text.optional(),
  thinking: z.boolean().optional(),
  text: z.string().optional(),
  calls: z.array(call).optional(),
  compact: z.boolean().optional(),
  error: error.optional(),
} satisfies Fields<StagedReply>);

const server = z.strictObject({
  tools: resultsByTool.optional(),
  requires_credential: z.boolean().optional(),
  fails: z.enum(['connection', 'authentication']).optional(),
} satisfies Fields<StagedServer>);

const httpAnswer = z.strictObject({
  status_code: wholeNumber(200, 599).optional(),
  body: z.string().optional(),
  content_type: text.optional(),
  fails: z.literal('connection').optional(),
} satisfies Fields<StagedHttpAnswer>);

const credential = z.strictObject({
  probe: httpAnswer.optional(),
  refresh: httpAnswer.optional(),
} satisfies Fields<StagedCredential>);

const verdict = z.strictObject({
  result: z.enum(['satisfied', 'needs_revision', 'failed']),
  explanation: text,
  ongoing: wholeNumber(0, 1000).optional(),
} satisfies Fields<StagedVerdict>);

/** Schema of a {@link SessionStage}. */
export const StageSchema: z.ZodType<SessionStage> = z.strictObject({
  replies: z.array(reply).optional(),
  tools: resultsByTool.optional(),
  mcp_servers: z.record(z.string(), server).optional(),
  credentials: z.record(z.string(), credential).optional(),
  grader: z.array(verdict).optional(),
  request_ms: milliseconds.optional(),
  retry_ms: milliseconds.optional(),
  compact_at_tokens: wholeNumber(1, 100_000_000).optional(),
} satisfies Fields<SessionStage>);

/**
 * Parses a session stage.
 *
 * @param value - Value to parse, for example parsed JSON.
 * @throws {InputError} Lists every issue with its path.
 */
export function readStage(value: unknown): SessionStage {
  return parseInput(StageSchema, value, { source: 'sessions' });
}
