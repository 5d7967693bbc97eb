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
import type * as types from './session-events.js';
import type { sessionEventOperations } from './operations.js';
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

/** Schema of {@link types.SessionEvent}. */
export const SessionEventSchema: Schema<types.SessionEvent> = openUnion<types.SessionEvent>()(
  'type',
  eventMembers,
);

/** Schema of {@link types.SessionStreamEvent}. */
export const SessionStreamEventSchema: Schema<types.SessionStreamEvent> =
  openUnion<types.SessionStreamEvent>()('type', {
    ...eventMembers,
    ...previewMembers,
  });

const streamParams: ObjectSchema<types.SessionEventStreamParams> = object<types.SessionEventStreamParams>()({
  event_deltas: rule('SLA-005', z.array(z.enum(['agent.message', 'agent.thinking']))).optional(),
});

const listParams: ObjectSchema<types.SessionEventListParams> = object<types.SessionEventListParams>()({
  created_at: SessionTimeRangeSchema.optional(),
  limit: pageLimit(1000).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  page: z.string().min(1).optional(),
  types: z.array(z.string()).optional(),
});

/** Schemas of the operations on session events, by id. */
export const sessionEventSchemas: SchemasFor<typeof sessionEventOperations> = {
  'sessions.events.send': {
    body: object<types.SessionEventSendParams>()({ events: z.array(UserEventParamsSchema).min(1) }),
    response: openObject<types.SentSessionEvents>()({
      data: z
        .array(
          openUnion<Exclude<types.SentSessionEvents['data'], undefined>[number]>()('type', userEventMembers),
        )
        .optional(),
    }),
  },
  'sessions.events.list': { query: listParams, response: cursorPage(SessionEventSchema) },
  'sessions.events.stream': { query: streamParams, event: SessionStreamEventSchema },
};
