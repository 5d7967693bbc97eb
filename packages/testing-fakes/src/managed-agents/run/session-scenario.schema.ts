/** Scripted sessions: model replies, tool results, server responses and grader verdicts. */
import * as z from 'zod';
import { wholeNumber } from '../../input/numbers.js';
import type * as types from './session-scenario.js';

const text = z.string().min(1);
const milliseconds = wholeNumber(0, 86_400_000);

/** A scripted tool result. */
export const SessionToolResultSchema: z.ZodType<types.SessionToolResult> = z.strictObject({
  /** Substring that the JSON of the input must contain. Defaults to any input. */
  match: text.optional(),
  /** Text of the result. */
  text: z.string(),
  /** Whether the tool failed. Defaults to false. */
  is_error: z.boolean().optional(),
});
const resultsByTool = z.record(z.string(), z.array(SessionToolResultSchema));

/** An error of the model, the service or an MCP server, emitted as `session.error`. */
export const SessionReplyErrorSchema: z.ZodType<types.SessionReplyError> = z.strictObject({
  /** Error type, for example `model_overloaded_error`. */
  type: z.enum([
    'unknown_error',
    'model_overloaded_error',
    'model_rate_limited_error',
    'model_request_failed_error',
    'billing_error',
    'mcp_connection_failed_error',
    'mcp_authentication_failed_error',
  ]),
  /** Error message. */
  message: text,
  /** What the session does: retry the request, end the turn (`exhausted`), or terminate. */
  retry: z.enum(['retrying', 'exhausted', 'terminal']),
  /** Name of the MCP server, for MCP errors. */
  mcp_server_name: text.optional(),
});

const call = z.strictObject({
  name: text,
  server: text.optional(),
  input: z.record(z.string(), z.unknown()).optional(),
});

/** A scripted workflow run, of which the session emits the events. */
export const SessionWorkflowSchema: z.ZodType<types.SessionWorkflow> = z.strictObject({
  /** Name of the workflow. */
  name: text,
  /** Description. Defaults to none. */
  description: z.string().nullish(),
  /** Names of its phases, in order. Defaults to none. */
  phases: z.array(text).optional(),
  /** Error that it ends with. Defaults to none: it completes. */
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
});

/** Details of a scripted refusal. */
export const SessionRefusalSchema: z.ZodType<types.SessionRefusal> = z.strictObject({
  /** Category of the refused content. Defaults to none. */
  category: z.string().nullish(),
  /** Explanation. Defaults to none. */
  explanation: z.string().nullish(),
});

/** A scripted reply of the model. */
export const SessionReplySchema: z.ZodType<types.SessionReply> = z.strictObject({
  /** Name of the agent that the reply is for. Defaults to any agent. */
  agent: text.optional(),
  /** Text that the system prompt must contain, for example the description of a memory store. Defaults to any prompt. */
  system_contains: text.optional(),
  /** Whether the reply starts with thinking. Defaults to false. */
  thinking: z.boolean().optional(),
  /** Text of the reply. */
  text: z.string().optional(),
  /** Tool calls. Set `server` for the tool of an MCP server. */
  calls: z.array(call).optional(),
  /** Whether the context is summarized before the reply. Defaults to false. */
  compact: z.boolean().optional(),
  /** Error that the request fails with. */
  error: SessionReplyErrorSchema.optional(),
  /** Refusal that ends the turn after the reply. */
  refusal: SessionRefusalSchema.optional(),
  /** Workflow run that takes place before the reply. */
  workflow: SessionWorkflowSchema.optional(),
});

/** A scripted MCP server. */
export const SessionMcpServerSchema: z.ZodType<types.SessionMcpServer> = z.strictObject({
  /** Results by tool name. The first result that matches the input is returned, every time. */
  tools: resultsByTool.optional(),
  /** Whether calls fail without an active credential for the URL of the server in the vaults of the session. Defaults to false. */
  requires_credential: z.boolean().optional(),
  /** Makes every call fail with a connection or authentication error. */
  fails: z.enum(['connection', 'authentication']).optional(),
});

/** A scripted HTTP response to the validation of a credential. */
export const SessionHttpResponseSchema: z.ZodType<types.SessionHttpResponse> = z.strictObject({
  /** Status code. Defaults to 200. */
  status_code: wholeNumber(200, 599).optional(),
  /** Response body. Defaults to an empty string. */
  body: z.string().optional(),
  /** Content type. Defaults to `application/json`. */
  content_type: text.optional(),
  /** Simulates a connection failure instead of a response. */
  fails: z.literal('connection').optional(),
});

/** Scripted responses for the validation of an OAuth credential, and for its use by the MCP tools of a session. */
export const SessionCredentialSchema: z.ZodType<types.SessionCredential> = z.strictObject({
  /** Response of the MCP server; 401 and 403 reject the token. Without it the status of an unexpired token is `unknown`. */
  probe: SessionHttpResponseSchema.optional(),
  /** Response of the token endpoint, requested when the token is rejected or expired. */
  refresh: SessionHttpResponseSchema.optional(),
});

const repositoryPath = z
  .string()
  .refine((path) => path.split('/').every((name) => !['', '.', '..', '.git'].includes(name)), {
    error: 'must be a path within the repository, without empty segments, ".", ".." and ".git"',
  });

/** A scripted verdict of the grader. */
export const SessionVerdictSchema: z.ZodType<types.SessionVerdict> = z.strictObject({
  /** The verdict. `needs_revision` starts another iteration while iterations remain. */
  result: z.enum(['satisfied', 'needs_revision', 'failed']),
  /** Explanation by the grader. */
  explanation: text,
  /** Number of progress events before the verdict. Defaults to 0. */
  ongoing: wholeNumber(0, 1000).optional(),
});

/** Scripted behavior for the sessions of a world. Anything left out keeps its default behavior. */
export const SessionScenarioSchema: z.ZodType<types.SessionScenario> = z.strictObject({
  /** Model replies, each used once and in order. After the last one the default model replies. */
  replies: z.array(SessionReplySchema).optional(),
  /** Results of `bash`, `web_fetch` and `web_search`, by tool name. */
  tools: resultsByTool.optional(),
  /** MCP servers by name. A server that is missing here fails with a connection error. */
  mcp_servers: z.record(z.string(), SessionMcpServerSchema).optional(),
  /**
   * Files of mounted repositories: by the URL of the repository, the text of each file by its path in it. Default: a `README.md`
   * with the URL.
   */
  repositories: z.record(z.string(), z.record(repositoryPath, z.string())).optional(),
  /** Responses for credential validation, by the `mcp_server_url` of the credential. */
  credentials: z.record(z.string(), SessionCredentialSchema).optional(),
  /** Grader verdicts, each used once and in order. After the last one the grader is satisfied. */
  grader: z.array(SessionVerdictSchema).optional(),
  /** Duration of a model request or an evaluation step, in milliseconds of the world's clock. Defaults to 200. */
  request_ms: milliseconds.optional(),
  /** Delay before a failed request is retried, in milliseconds of the world's clock. Defaults to 1,000. */
  retry_ms: milliseconds.optional(),
  /** Context size in tokens above which the context is summarized. Defaults to 150,000. */
  compact_at_tokens: wholeNumber(1, 100_000_000).optional(),
});
