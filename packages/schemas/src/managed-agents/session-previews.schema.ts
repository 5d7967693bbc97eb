/** Schemas of previews of session events. */
import * as z from 'zod';
import { openObject, openUnion, type Schema } from '../kit/schema.js';
import type { SessionTextBlock } from './session-content.js';
import type * as types from './session-previews.js';

const previewed = openObject<types.PreviewedEvent>()({
  id: z.string().startsWith('sevt_'),
  type: z.enum(['agent.message', 'agent.thinking']),
});

/** Members of {@link types.SessionEventPreview}, by type. */
export const previewMembers: {
  readonly [Type in types.SessionEventPreview['type']]: Schema<
    Extract<types.SessionEventPreview, { type: Type }>
  >;
} = {
  event_start: openObject<types.SessionEventStart>()({
    event: openUnion<types.SessionEventStart['event']>()('type', {
      'agent.message': previewed,
      'agent.thinking': previewed,
    }),
    type: z.literal('event_start'),
  }),
  event_delta: openObject<types.SessionEventDelta>()({
    delta: openUnion<types.SessionEventDelta['delta']>()('type', {
      content_delta: openObject<types.SessionContentDelta>()({
        content: openObject<SessionTextBlock>()({ text: z.string(), type: z.literal('text') }),
        index: z.int().min(0).optional(),
        type: z.literal('content_delta'),
      }),
    }),
    event_id: z.string(),
    type: z.literal('event_delta'),
  }),
};
