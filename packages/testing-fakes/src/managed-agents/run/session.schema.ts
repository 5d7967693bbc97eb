/** Schemas of stored sessions. */
import {
  SessionEventSchema,
  SessionResourceSchema,
  SessionSchema,
  SessionUsageSchema,
} from '@parlance/schemas/validation/managed-agents';
import * as z from 'zod';
import type { Fields } from '../../input/fields.js';
import type { ModelTurn } from '../../model/turns.js';
import type {
  OpenOutcome,
  PendingCall,
  RunState,
  StoredEvent,
  StoredResource,
  StoredSession,
  ThreadState,
  ToolCall,
  WorkspaceFile,
} from './session-state.js';

const time = z.number().min(-8.64e15).max(8.64e15);
const count = z.number().min(0);
const wholeCount = z.int().min(0);
const id = z.string().min(1);
/** A time that the clock can read, unlike an arbitrary text. */
const timestamp = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time');

const call = z.object({
  name: z.string(),
  server: z.string().optional(),
  input: z.record(z.string(), z.unknown()),
} satisfies Fields<ToolCall>);

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('allow') }),
  z.object({ kind: z.literal('deny'), message: z.string() }),
  z.object({ kind: z.literal('result'), text: z.string() }),
]);

const pending = z.object({
  eventId: id,
  awaits: z.enum(['custom_result', 'confirmation', 'hosted_result']),
  call,
  answer: answer.nullable(),
} satisfies Fields<PendingCall>);

const turn = z.object({
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  lastText: z.string().optional(),
  results: z.string(),
} satisfies Fields<ModelTurn>);

const status = z.enum(['idle', 'running', 'rescheduling', 'terminated']);

const thread = z.object({
  id,
  rosterIndex: wholeCount.nullable(),
  parentId: id.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  archivedAt: timestamp.nullable(),
  status,
  turns: z.array(turn),
  phase: z.enum(['ready', 'requesting', 'waiting']),
  requestId: id.nullable(),
  pending: z.array(pending),
  results: z.array(z.string()),
  delegates: z.array(id),
  contextTokens: count,
  usage: SessionUsageSchema,
  activeMs: count,
  runningSince: time.nullable(),
  firstRunAt: time.nullable(),
} satisfies Fields<ThreadState>);

const outcome = z.object({
  outcomeId: id,
  maxIterations: wholeCount,
  evaluationId: id.nullable(),
  ongoing: wholeCount,
} satisfies Fields<OpenOutcome>);

const run = z.object({
  queue: z.array(id),
  threads: z.array(thread).min(1),
  outcome: outcome.nullable(),
  activeMs: count,
  runningSince: time.nullable(),
  endedAt: time.nullable(),
  dueAt: time,
  retries: wholeCount,
  systemMessages: z.array(z.string()).optional(),
  costUnits: count.optional(),
  webFetches: wholeCount.optional(),
  webSearches: wholeCount.optional(),
} satisfies Fields<RunState>);

/** Schema of a {@link StoredSession}. */
export const StoredSessionSchema: z.ZodType<StoredSession> = SessionSchema.omit({
  resources: true,
  stats: true,
})
  .extend({ created_at: timestamp, updated_at: timestamp, status, run })
  .superRefine((record, context) => {
    for (const [path, message] of inconsistencies(record as StoredSession))
      context.addIssue({ code: 'custom', path: ['run', ...path], message });
  }) as unknown as z.ZodType<StoredSession>;

/** Schema of a {@link StoredEvent}. */
export const StoredEventSchema: z.ZodType = z.object({
  event: SessionEventSchema,
  threadId: id,
  onSession: z.boolean(),
} satisfies Fields<StoredEvent>);

/** Schema of a {@link StoredResource}. */
export const StoredResourceSchema: z.ZodType = z.object({
  resource: SessionResourceSchema,
  attachedAt: timestamp,
} satisfies Fields<StoredResource>);

/** Schema of a {@link WorkspaceFile}. */
export const WorkspaceFileSchema: z.ZodType = z.object({ text: z.string() } satisfies Fields<WorkspaceFile>);

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
