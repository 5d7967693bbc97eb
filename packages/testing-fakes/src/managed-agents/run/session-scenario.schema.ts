/** Schemas of scripted sessions. */
import * as z from 'zod';
import type { Fields } from '../../input/fields.js';
import { wholeNumber } from '../../input/numbers.js';
import type {
  SessionScenario,
  SessionCredential,
  SessionReplyError,
  SessionHttpResponse,
  SessionRefusal,
  SessionReply,
  SessionToolResult,
  SessionMcpServer,
  SessionVerdict,
  SessionWorkflow,
} from './session-scenario.js';

const text = z.string().min(1);
const milliseconds = wholeNumber(0, 86_400_000);

const result = z.strictObject({
  match: text.optional(),
  text: z.string(),
  is_error: z.boolean().optional(),
} satisfies Fields<SessionToolResult>);
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
} satisfies Fields<SessionReplyError>);

const call = z.strictObject({
  name: text,
  server: text.optional(),
  input: z.record(z.string(), z.unknown()).optional(),
});

const workflow = z.strictObject({
  name: text,
  description: z.string().nullish(),
  phases: z.array(text).optional(),
  error: z
    .strictObject({
      type: z.enum([
        'max_workflow_runs_error',
        'program_error',
        'thread_limit_error',
        'timeout_error',
        'unknown_error',
      ]),
      message: text,
    })
    .optional(),
} satisfies Fields<SessionWorkflow>);

const reply = z.strictObject({
  agent: text.optional(),
  system_contains: text.optional(),
  thinking: z.boolean().optional(),
  text: z.string().optional(),
  calls: z.array(call).optional(),
  compact: z.boolean().optional(),
  error: error.optional(),
  refusal: z
    .strictObject({
      category: z.string().nullish(),
      explanation: z.string().nullish(),
    } satisfies Fields<SessionRefusal>)
    .optional(),
  workflow: workflow.optional(),
} satisfies Fields<SessionReply>);

const server = z.strictObject({
  tools: resultsByTool.optional(),
  requires_credential: z.boolean().optional(),
  fails: z.enum(['connection', 'authentication']).optional(),
} satisfies Fields<SessionMcpServer>);

const httpAnswer = z.strictObject({
  status_code: wholeNumber(200, 599).optional(),
  body: z.string().optional(),
  content_type: text.optional(),
  fails: z.literal('connection').optional(),
} satisfies Fields<SessionHttpResponse>);

const credential = z.strictObject({
  probe: httpAnswer.optional(),
  refresh: httpAnswer.optional(),
} satisfies Fields<SessionCredential>);

const repositoryPath = z
  .string()
  .refine((path) => path.split('/').every((name) => !['', '.', '..', '.git'].includes(name)), {
    error: 'must be a path within the repository, without empty segments, ".", ".." and ".git"',
  });

const verdict = z.strictObject({
  result: z.enum(['satisfied', 'needs_revision', 'failed']),
  explanation: text,
  ongoing: wholeNumber(0, 1000).optional(),
} satisfies Fields<SessionVerdict>);

/** Schema of a {@link SessionScenario}. */
export const SessionScenarioSchema: z.ZodType<SessionScenario> = z.strictObject({
  replies: z.array(reply).optional(),
  tools: resultsByTool.optional(),
  mcp_servers: z.record(z.string(), server).optional(),
  repositories: z.record(z.string(), z.record(repositoryPath, z.string())).optional(),
  credentials: z.record(z.string(), credential).optional(),
  grader: z.array(verdict).optional(),
  request_ms: milliseconds.optional(),
  retry_ms: milliseconds.optional(),
  compact_at_tokens: wholeNumber(1, 100_000_000).optional(),
} satisfies Fields<SessionScenario>);
