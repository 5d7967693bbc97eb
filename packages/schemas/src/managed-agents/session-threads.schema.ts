/** Schemas of session threads. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import type { CursorPageParams } from '../kit/paging.js';
import {
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type { AgentModel } from './agents.js';
import { SessionEventSchema } from './session-events.schema.js';
import type * as types from './session-threads.js';
import { InlineThreadAgentSchema, SessionThreadAgentSchema, SessionUsageSchema } from './sessions.schema.js';
import type { SessionStatus } from './sessions.js';
import type { sessionThreadOperations } from './operations.js';

/** Schema of {@link types.SessionThread}. */
export const SessionThreadSchema: ObjectSchema<types.SessionThread> = openObject<types.SessionThread>()({
  id: z.string().startsWith('sthr_'),
  agent: openUnion<types.SessionThread['agent']>()('type', {
    agent: SessionThreadAgentSchema,
    inline: InlineThreadAgentSchema,
    advisor: openObject<types.AdvisorThreadAgent>()({
      model: named(z.string()) as unknown as Schema<AgentModel>,
      type: z.literal('advisor'),
    }),
  }),
  archived_at: timestamp.nullish(),
  created_at: timestamp,
  parent_thread_id: z.string().nullish(),
  session_id: z.string(),
  stats: openObject<types.SessionThreadStats>()({
    active_seconds: z.number().optional(),
    duration_seconds: z.number().optional(),
    startup_seconds: z.number().optional(),
  }).nullish(),
  status: openEnum<SessionStatus>(),
  type: z.literal('session_thread'),
  updated_at: timestamp,
  usage: SessionUsageSchema.nullish(),
  workflow_run_id: z.string().nullish(),
});

const pageParams = (max: number): ObjectSchema<CursorPageParams> =>
  object<CursorPageParams>()({ limit: pageLimit(max).optional(), page: z.string().min(1).optional() });

const listParams: ObjectSchema<types.SessionThreadListParams> = object<types.SessionThreadListParams>()({
  limit: pageLimit(100).optional(),
  page: z.string().min(1).optional(),
  statuses: z.array(z.enum(['rescheduling', 'running', 'idle', 'terminated'])).optional(),
});

/** Schemas of the operations on session threads, by id. */
export const sessionThreadSchemas: SchemasFor<typeof sessionThreadOperations> = {
  'sessions.threads.list': { query: listParams, response: cursorPage(SessionThreadSchema) },
  'sessions.threads.retrieve': { response: SessionThreadSchema },
  'sessions.threads.archive': { response: SessionThreadSchema },
  'sessions.threads.listEvents': { query: pageParams(1000), response: cursorPage(SessionEventSchema) },
  'sessions.threads.stream': { event: SessionEventSchema },
};
