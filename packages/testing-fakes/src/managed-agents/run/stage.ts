/** What is set up for sessions: the model's replies, the world outside, and the grader. */
import { collection, type CollectionName } from '../../world/store.js';
import type { World } from '../../world/world.js';
import { readStage } from './read-stage.js';

/** An error of the model, of the service or of an MCP server. */
export interface StagedError {
  /** Kind of error, for example `model_overloaded_error`. */
  readonly type: string;
  /** What happened. */
  readonly message: string;
  /** What the session does: try again, give up this turn, or end. */
  readonly retry: 'retrying' | 'exhausted' | 'terminal';
  /** Name of the MCP server, for errors of one. */
  readonly mcp_server_name?: string | undefined;
}

/** A reply of the model. */
export interface StagedReply {
  /** Only for the agent of this name. Default any. */
  readonly agent?: string | undefined;
  /** True thinks first. */
  readonly thinking?: boolean | undefined;
  /** What it says. */
  readonly text?: string | undefined;
  /** Tools it calls; `server` for those of an MCP server. */
  readonly calls?:
    | readonly {
        readonly name: string;
        readonly server?: string | undefined;
        readonly input?: Readonly<Record<string, unknown>> | undefined;
      }[]
    | undefined;
  /** True summarizes the context first. */
  readonly compact?: boolean | undefined;
  /** Fails instead. */
  readonly error?: StagedError | undefined;
}

/** Result of a tool. */
export interface StagedResult {
  /** Only for inputs whose JSON contains this. Default any. */
  readonly match?: string | undefined;
  /** Text of the result. */
  readonly text: string;
  /** True when the tool failed. */
  readonly is_error?: boolean | undefined;
}

/** An MCP server. */
export interface StagedServer {
  /** Results by tool. The last one that fits is used again and again. */
  readonly tools?: Readonly<Record<string, readonly StagedResult[]>> | undefined;
  /** Makes every call fail. */
  readonly fails?: 'connection' | 'authentication' | undefined;
}

/** A verdict of the grader. */
export interface StagedVerdict {
  /** Verdict. */
  readonly result: 'satisfied' | 'needs_revision' | 'failed';
  /** The grader's words. */
  readonly explanation: string;
  /** Times it says that it is still looking. Default 0. */
  readonly ongoing?: number | undefined;
}

/** Answer of a server outside to a check of a credential. */
export interface StagedHttpAnswer {
  /** Status code. Default 200. */
  readonly status_code?: number | undefined;
  /** Body. Default empty. */
  readonly body?: string | undefined;
  /** Media type. Default `application/json`. */
  readonly content_type?: string | undefined;
  /** The server can't be reached; there is no answer. */
  readonly fails?: 'connection' | undefined;
}

/** What a check of an OAuth credential meets. */
export interface StagedCredential {
  /** Answer of the MCP server to the token: 401 and 403 refuse it. Default none: nothing is known of the token. */
  readonly probe?: StagedHttpAnswer | undefined;
  /** Answer of the token endpoint, asked when the token is refused or expired. Default none. */
  readonly refresh?: StagedHttpAnswer | undefined;
}

/** What is set up for the sessions of a world. Everything is optional. */
export interface SessionStage {
  /** Replies, used up in order. After them the model answers by itself. */
  readonly replies?: readonly StagedReply[] | undefined;
  /** Results of `bash`, `web_fetch` and `web_search`. */
  readonly tools?: Readonly<Record<string, readonly StagedResult[]>> | undefined;
  /** MCP servers by name. */
  readonly mcp_servers?: Readonly<Record<string, StagedServer>> | undefined;
  /** What checks of credentials meet, by the credential's `mcp_server_url`. */
  readonly credentials?: Readonly<Record<string, StagedCredential>> | undefined;
  /** Verdicts, used up in order. After them the grader is satisfied. */
  readonly grader?: readonly StagedVerdict[] | undefined;
  /** Milliseconds of the world's time for each request. Default 200. */
  readonly request_ms?: number | undefined;
  /** Milliseconds of the world's time before another try. Default 1,000. */
  readonly retry_ms?: number | undefined;
  /** Tokens of context above which it is summarized. Default 150,000. */
  readonly compact_at_tokens?: number | undefined;
}

const stages: CollectionName<SessionStage> = collection('session_stage');
const ONLY = 'stage';

/**
 * Sets up what the sessions of a world meet. It replaces what was set up before.
 *
 * @param world - The world, for example `fake.world()`.
 * @param stage - See {@link SessionStage}.
 * @throws `TypeError` naming the key that is wrong, and what is allowed.
 */
export function stageSessions(world: World, stage: SessionStage): void {
  put(world, readStage(stage));
}

function put(world: World, stage: SessionStage): void {
  world.store.of(stages).put(ONLY, stage);
}

/** Gives what is set up. */
export function stageOf(world: World): SessionStage {
  return world.store.of(stages).get(ONLY) ?? {};
}

/** Takes the next reply for an agent, undefined when there is none. */
export function takeReply(world: World, agentName: string): StagedReply | undefined {
  const stage = stageOf(world);
  const replies = stage.replies ?? [];
  const index = replies.findIndex((reply) => reply.agent === undefined || reply.agent === agentName);
  if (index < 0) return undefined;
  put(world, { ...stage, replies: replies.toSpliced(index, 1) });
  return replies[index];
}

/** Takes the next verdict, undefined when there is none. */
export function takeVerdict(world: World): StagedVerdict | undefined {
  const stage = stageOf(world);
  const [verdict, ...rest] = stage.grader ?? [];
  if (verdict !== undefined) put(world, { ...stage, grader: rest });
  return verdict;
}

/** Gives the first result that fits an input. */
export function resultFor(
  results: readonly StagedResult[] | undefined,
  input: unknown,
): StagedResult | undefined {
  const text = JSON.stringify(input);
  return results?.find(({ match }) => match === undefined || text.includes(match));
}
