/** Scripted sessions: model replies, tool results, server responses and grader verdicts. */
import type { WorkflowRunError } from '@parlance/schemas';

/** An error of the model, the service or an MCP server, emitted as `session.error`. */
export interface SessionReplyError {
  /** Error type, for example `model_overloaded_error`. */
  readonly type: string;
  /** Error message. */
  readonly message: string;
  /** What the session does: retry the request, end the turn (`exhausted`), or terminate. */
  readonly retry: 'retrying' | 'exhausted' | 'terminal';
  /** Name of the MCP server, for MCP errors. */
  readonly mcp_server_name?: string | undefined;
}

/** Details of a scripted refusal. */
export interface SessionRefusal {
  /** Category of the refused content. Defaults to none. */
  readonly category?: string | null | undefined;
  /** Explanation. Defaults to none. */
  readonly explanation?: string | null | undefined;
}

/** A scripted workflow run, of which the session emits the events. */
export interface SessionWorkflow {
  /** Name of the workflow. */
  readonly name: string;
  /** Description. Defaults to none. */
  readonly description?: string | null | undefined;
  /** Names of its phases, in order. Defaults to none. */
  readonly phases?: readonly string[] | undefined;
  /** Error that it ends with. Defaults to none: it completes. */
  readonly error?: { readonly type: WorkflowRunError['type']; readonly message: string } | undefined;
}

/** A scripted reply of the model. */
export interface SessionReply {
  /** Name of the agent that the reply is for. Defaults to any agent. */
  readonly agent?: string | undefined;
  /** Text that the system prompt must contain, for example the description of a memory store. Defaults to any prompt. */
  readonly system_contains?: string | undefined;
  /** Whether the reply starts with thinking. Defaults to false. */
  readonly thinking?: boolean | undefined;
  /** Text of the reply. */
  readonly text?: string | undefined;
  /** Tool calls. Set `server` for the tool of an MCP server. */
  readonly calls?:
    | readonly {
        readonly name: string;
        readonly server?: string | undefined;
        readonly input?: Readonly<Record<string, unknown>> | undefined;
      }[]
    | undefined;
  /** Whether the context is summarized before the reply. Defaults to false. */
  readonly compact?: boolean | undefined;
  /** Error that the request fails with. */
  readonly error?: SessionReplyError | undefined;
  /** Refusal that ends the turn after the reply. */
  readonly refusal?: SessionRefusal | undefined;
  /** Workflow run that takes place before the reply. */
  readonly workflow?: SessionWorkflow | undefined;
}

/** A scripted tool result. */
export interface SessionToolResult {
  /** Substring that the JSON of the input must contain. Defaults to any input. */
  readonly match?: string | undefined;
  /** Text of the result. */
  readonly text: string;
  /** Whether the tool failed. Defaults to false. */
  readonly is_error?: boolean | undefined;
}

/** A scripted MCP server. */
export interface SessionMcpServer {
  /** Results by tool name. The first result that matches the input is returned, every time. */
  readonly tools?: Readonly<Record<string, readonly SessionToolResult[]>> | undefined;
  /** Whether calls fail without an active credential for the URL of the server in the vaults of the session. Defaults to false. */
  readonly requires_credential?: boolean | undefined;
  /** Makes every call fail with a connection or authentication error. */
  readonly fails?: 'connection' | 'authentication' | undefined;
}

/** A scripted verdict of the grader. */
export interface SessionVerdict {
  /** The verdict. `needs_revision` starts another iteration while iterations remain. */
  readonly result: 'satisfied' | 'needs_revision' | 'failed';
  /** Explanation by the grader. */
  readonly explanation: string;
  /** Number of progress events before the verdict. Defaults to 0. */
  readonly ongoing?: number | undefined;
}

/** A scripted HTTP response to the validation of a credential. */
export interface SessionHttpResponse {
  /** Status code. Defaults to 200. */
  readonly status_code?: number | undefined;
  /** Response body. Defaults to an empty string. */
  readonly body?: string | undefined;
  /** Content type. Defaults to `application/json`. */
  readonly content_type?: string | undefined;
  /** Simulates a connection failure instead of a response. */
  readonly fails?: 'connection' | undefined;
}

/** Scripted responses for the validation of an OAuth credential, and for its use by the MCP tools of a session. */
export interface SessionCredential {
  /** Response of the MCP server; 401 and 403 reject the token. Without it the status of an unexpired token is `unknown`. */
  readonly probe?: SessionHttpResponse | undefined;
  /** Response of the token endpoint, requested when the token is rejected or expired. */
  readonly refresh?: SessionHttpResponse | undefined;
}

/** Scripted behavior for the sessions of a world. Anything left out keeps its default behavior. */
export interface SessionScenario {
  /** Model replies, each used once and in order. After the last one the default model replies. */
  readonly replies?: readonly SessionReply[] | undefined;
  /** Results of `bash`, `web_fetch` and `web_search`, by tool name. */
  readonly tools?: Readonly<Record<string, readonly SessionToolResult[]>> | undefined;
  /** MCP servers by name. A server that is missing here fails with a connection error. */
  readonly mcp_servers?: Readonly<Record<string, SessionMcpServer>> | undefined;
  /**
   * Files of mounted repositories: by the URL of the repository, the text of each file by its path in it. Default: a `README.md`
   * with the URL.
   */
  readonly repositories?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** Responses for credential validation, by the `mcp_server_url` of the credential. */
  readonly credentials?: Readonly<Record<string, SessionCredential>> | undefined;
  /** Grader verdicts, each used once and in order. After the last one the grader is satisfied. */
  readonly grader?: readonly SessionVerdict[] | undefined;
  /** Duration of a model request or an evaluation step, in milliseconds of the world's clock. Defaults to 200. */
  readonly request_ms?: number | undefined;
  /** Delay before a failed request is retried, in milliseconds of the world's clock. Defaults to 1,000. */
  readonly retry_ms?: number | undefined;
  /** Context size in tokens above which the context is summarized. Defaults to 150,000. */
  readonly compact_at_tokens?: number | undefined;
}
