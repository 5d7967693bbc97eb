/** Stored state of a session: plain JSON, so that a world can be forked and restored while sessions run. */
import type { SessionStatus } from '@parlance/schemas';
import {
  SessionEventSchema,
  SessionResourceSchema,
  SessionSchema,
  SessionUsageSchema,
} from '@parlance/schemas/validation/managed-agents';
import * as z from 'zod';
import type { ModelTurn } from '../../model/turns.js';
import type * as types from './session.js';
import type { StoredSession } from './session-state.js';

const time = z.number().min(-8.64e15).max(8.64e15);
const count = z.number().min(0);
const wholeCount = z.int().min(0);
const id = z.string().min(1);
/** A time that the clock can read, unlike an arbitrary text. */
const timestamp = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time');

/** A tool call made by the model. */
export const ToolCallSchema: z.ZodType<types.ToolCall> = z.object({
  /** Name of the tool. */
  name: z.string(),
  /** Name of the MCP server; undefined for other tools. */
  server: z.string().optional(),
  /** Tool input. */
  input: z.record(z.string(), z.unknown()),
});

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('allow') }),
  z.object({ kind: z.literal('deny'), message: z.string() }),
  z.object({ kind: z.literal('result'), text: z.string() }),
]);

/** A tool call that is waiting for the client. */
export const PendingCallSchema: z.ZodType<types.PendingCall> = z.object({
  /** Id of the tool use event. */
  eventId: id,
  /** Event that the client must send: a custom tool result, a confirmation, or the result of a self-hosted tool. */
  awaits: z.enum(['custom_result', 'confirmation', 'hosted_result']),
  /** The tool call. */
  call: ToolCallSchema,
  /** Response from the client; null until it is sent. */
  answer: answer.nullable(),
});

/** Schema of a {@link ModelTurn}. */
export const TurnSchema: z.ZodType<ModelTurn> = z.object({
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  lastText: z.string().optional(),
  results: z.string(),
});

/** Schema of a {@link SessionStatus}. */
export const StatusSchema: z.ZodType<SessionStatus> = z.enum([
  'idle',
  'running',
  'rescheduling',
  'terminated',
]);

/** State of a session thread. */
export const ThreadStateSchema: z.ZodType<types.ThreadState> = z.object({
  id,
  /** Index of its agent in the roster; null for the primary thread. */
  rosterIndex: wholeCount.nullable(),
  /** Id of the thread that created it; null for the primary thread. */
  parentId: id.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  archivedAt: timestamp.nullable(),
  status: StatusSchema,
  /** Conversation so far. */
  turns: z.array(TurnSchema),
  /** `ready` to send a model request, `requesting` while one is in flight, `waiting` for results or new work. */
  phase: z.enum(['ready', 'requesting', 'waiting']),
  /** Id of the start event of the request in flight. */
  requestId: id.nullable(),
  /** Tool calls that are waiting for the client. */
  pending: z.array(PendingCallSchema),
  /** Tool results to include in the next request. */
  results: z.array(z.string()),
  /** Ids of the threads whose results it is waiting for. */
  delegates: z.array(id),
  /** Tokens in the context after the last request. */
  contextTokens: count,
  usage: SessionUsageSchema,
  activeMs: count,
  runningSince: time.nullable(),
  firstRunAt: time.nullable(),
});

/** The current outcome. */
export const OpenOutcomeSchema: z.ZodType<types.OpenOutcome> = z.object({
  outcomeId: id,
  maxIterations: wholeCount,
  /** Id of the start event of the current evaluation; null while the agent is working. */
  evaluationId: id.nullable(),
  /** Remaining progress events before the grader returns its verdict. */
  ongoing: wholeCount,
});

/** Run state of a session. */
export const RunStateSchema: z.ZodType<types.RunState> = z.object({
  /** Ids of queued client events. */
  queue: z.array(id),
  /** Threads, the primary one first. */
  threads: z.array(ThreadStateSchema).min(1),
  outcome: OpenOutcomeSchema.nullable(),
  activeMs: count,
  runningSince: time.nullable(),
  endedAt: time.nullable(),
  /** When the next step is due, in milliseconds since the Unix epoch. */
  dueAt: time,
  /** Consecutive failed model requests. */
  retries: wholeCount,
  /** Texts of system messages, for the system prompt. Absent before the first one. */
  systemMessages: z.array(z.string()).optional(),
  /** Cost so far, in units of `usage/cost-items.ts`. Absent before the first model request. */
  costUnits: count.optional(),
  /** Calls of `web_fetch`. Absent before the first one. */
  webFetches: wholeCount.optional(),
  /** Calls of `web_search`. Absent before the first one. */
  webSearches: wholeCount.optional(),
});

/** Schema of a {@link StoredSession}. */
export const StoredSessionSchema: z.ZodType<StoredSession> = SessionSchema.omit({
  resources: true,
  stats: true,
})
  .extend({ created_at: timestamp, updated_at: timestamp, status: StatusSchema, run: RunStateSchema })
  .superRefine((record, context) => {
    for (const [path, message] of inconsistencies(record as StoredSession))
      context.addIssue({ code: 'custom', path: ['run', ...path], message });
  }) as unknown as z.ZodType<StoredSession>;

/** A stored event and the lists it appears in. */
export const StoredEventSchema: z.ZodType<types.StoredEvent> = z.object({
  event: SessionEventSchema,
  /** Id of its thread. */
  threadId: id,
  /** Whether the event appears in the session's list. */
  onSession: z.boolean(),
});

/** A session resource and the time it was attached. */
export const StoredResourceSchema: z.ZodType<types.StoredResource> = z.object({
  resource: SessionResourceSchema,
  attachedAt: timestamp,
});

/** A file written by a session. */
export const WorkspaceFileSchema: z.ZodType<types.WorkspaceFile> = z.object({ text: z.string() });

type Inconsistency = readonly [path: readonly (string | number)[], message: string];

/** References within a session that lead nowhere. */
function* inconsistencies({
  agent,
  run: state,
  outcome_evaluations,
}: StoredSession): Iterable<Inconsistency> {
  const { threads } = state;
  const ids = new Set(threads.map((one) => one.id));
  if (ids.size < threads.length) yield [['threads'], 'must have different ids'];
  for (const [index, one] of threads.entries()) {
    const path = ['threads', index] as const;
    const isPrimary = index === 0;
    if ((one.parentId === null) !== isPrimary || (one.rosterIndex === null) !== isPrimary)
      yield [[...path, 'parentId'], 'must be null for the primary thread only, as must rosterIndex'];
    else if (!isPrimary && (one.parentId === one.id || !ids.has(one.parentId as string)))
      yield [[...path, 'parentId'], 'must be the id of another thread'];
    if (one.rosterIndex !== null && agent.multiagent?.agents[one.rosterIndex] === undefined)
      yield [[...path, 'rosterIndex'], 'must be the index of an agent in the roster'];
    if (one.delegates.some((delegate) => !ids.has(delegate)))
      yield [[...path, 'delegates'], 'must be ids of threads'];
    if ((one.phase === 'requesting') !== (one.requestId !== null))
      yield [[...path, 'requestId'], 'must be null unless a request is in flight'];
  }
  const open = state.outcome?.outcomeId;
  if (open !== undefined && !outcome_evaluations.some((entry) => entry.outcome_id === open))
    yield [['outcome', 'outcomeId'], 'must be the id of an outcome evaluation'];
}
