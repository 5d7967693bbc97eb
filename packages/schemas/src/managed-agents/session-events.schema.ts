/** Schemas of session events. */
import * as z from 'zod';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  type ObjectSchema,
  openObject,
  openUnion,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import { agentEventMembers } from './agent-events.schema.js';
import type {
  SentSessionEvents,
  SessionEvent,
  SessionEventListParams,
  sessionEventOperations,
  SessionEventSendParams,
  SessionEventStreamParams,
  SessionStreamEvent,
} from './session-events.js';
import { previewMembers } from './session-previews.schema.js';
import { SessionTimeRangeSchema } from './sessions.schema.js';
import { statusEventMembers } from './status-events.schema.js';
import { UserEventParamsSchema, userEventMembers } from './user-events.schema.js';
import { workflowEventMembers } from './workflow-events.schema.js';

const eventMembers = {
  ...userEventMembers,
  ...agentEventMembers,
  ...statusEventMembers,
  ...workflowEventMembers,
};

/** Schema of {@link SessionEvent}. */
export const SessionEventSchema: Schema<SessionEvent> = openUnion<SessionEvent>()('type', eventMembers);

/** Schema of {@link SessionStreamEvent}. */
export const SessionStreamEventSchema: Schema<SessionStreamEvent> = openUnion<SessionStreamEvent>()('type', {
  ...eventMembers,
  ...previewMembers,
});

const streamParams: ObjectSchema<SessionEventStreamParams> = object<SessionEventStreamParams>()({
  event_deltas: rule('SLA-005', z.array(z.enum(['agent.message', 'agent.thinking']))).optional(),
});

const listParams: ObjectSchema<SessionEventListParams> = object<SessionEventListParams>()({
  created_at: SessionTimeRangeSchema.optional(),
  limit: pageLimit(1000).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  page: z.string().min(1).optional(),
  types: z.array(z.string()).optional(),
});

/** Schemas of the operations on session events, by id. */
export const sessionEventSchemas: SchemasFor<typeof sessionEventOperations> = {
  'sessions.events.send': {
    body: object<SessionEventSendParams>()({ events: z.array(UserEventParamsSchema).min(1) }),
    response: openObject<SentSessionEvents>()({
      data: z
        .array(openUnion<Exclude<SentSessionEvents['data'], undefined>[number]>()('type', userEventMembers))
        .optional(),
    }),
  },
  'sessions.events.list': { query: listParams, response: cursorPage(SessionEventSchema) },
  'sessions.events.stream': { query: streamParams, event: SessionStreamEventSchema },
};
