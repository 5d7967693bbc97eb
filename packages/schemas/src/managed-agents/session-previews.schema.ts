/** Schemas of previews of session events. */
import * as z from 'zod';
import { openObject, openUnion, type Schema } from '../kit/schema.js';
import type { SessionTextBlock } from './session-content.js';
import type {
  PreviewedEvent,
  SessionContentDelta,
  SessionEventDelta,
  SessionEventPreview,
  SessionEventStart,
} from './session-previews.js';

const previewed = openObject<PreviewedEvent>()({
  id: z.string().startsWith('sevt_'),
  type: z.enum(['agent.message', 'agent.thinking']),
});

/** Members of {@link SessionEventPreview}, by type. */
export const previewMembers: {
  readonly [Type in SessionEventPreview['type']]: Schema<Extract<SessionEventPreview, { type: Type }>>;
} = {
  event_start: openObject<SessionEventStart>()({
    event: openUnion<SessionEventStart['event']>()('type', {
      'agent.message': previewed,
      'agent.thinking': previewed,
    }),
    type: z.literal('event_start'),
  }),
  event_delta: openObject<SessionEventDelta>()({
    delta: openUnion<SessionEventDelta['delta']>()('type', {
      content_delta: openObject<SessionContentDelta>()({
        content: openObject<SessionTextBlock>()({ text: z.string(), type: z.literal('text') }),
        index: z.int().min(0).optional(),
        type: z.literal('content_delta'),
      }),
    }),
    event_id: z.string(),
    type: z.literal('event_delta'),
  }),
};
