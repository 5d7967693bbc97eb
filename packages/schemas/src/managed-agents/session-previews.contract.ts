/**
 * Previews of events in a stream: an event starts, and its text arrives in pieces, before the event itself.
 */
import * as z from 'zod';
import { typed } from '../kit/contract.js';
import { type ObjectSchema, openObject, openUnion, type Schema, union } from '../kit/schema.js';
import type { SessionTextBlock } from './session-content.js';
import type * as types from './session-previews.js';

/** Types of the events that a stream can preview. */
export const PreviewedEventType: Schema<types.PreviewedEventType> = z.enum([
  'agent.message',
  'agent.thinking',
]);

/** An event that will follow, with the same id. */
export const PreviewedEvent: ObjectSchema<types.PreviewedEvent> = openObject<types.PreviewedEvent>()({
  /** Identifier of the event. */
  id: z.string().startsWith('sevt_'),
  /** Type of the event. */
  type: PreviewedEventType,
});

/** The agent starts a message, or starts to think. Previews are never listed, and may be missing. */
export const SessionEventStart: ObjectSchema<types.SessionEventStart> = openObject<types.SessionEventStart>()(
  {
    /** The event that will follow. */
    event: openUnion<types.SessionEventStart['event']>()('type', {
      'agent.message': PreviewedEvent,
      'agent.thinking': PreviewedEvent,
    }),
    /** Always `event_start`. */
    type: z.literal('event_start'),
  },
);

/** Text to append to a content block. */
export const SessionContentDelta: ObjectSchema<types.SessionContentDelta> =
  openObject<types.SessionContentDelta>()({
    /** The text. */
    content: typed(
      'SessionTextBlock',
      openObject<SessionTextBlock>()({ text: z.string(), type: z.literal('text') }),
    ),
    /** Index of the content block. Default 0. */
    index: z.int().min(0).optional(),
    /** Always `content_delta`. */
    type: z.literal('content_delta'),
  });

/** A piece of a message of the agent. */
export const SessionEventDelta: ObjectSchema<types.SessionEventDelta> = openObject<types.SessionEventDelta>()(
  {
    /** The piece. */
    delta: openUnion<types.SessionEventDelta['delta']>()('type', {
      content_delta: SessionContentDelta,
    }),
    /** Identifier of the event. */
    event_id: z.string(),
    /** Always `event_delta`. */
    type: z.literal('event_delta'),
  },
);

/** Members of {@link types.SessionEventPreview}, by type. */
export const previewMembers: {
  readonly [Type in types.SessionEventPreview['type']]: Schema<
    Extract<types.SessionEventPreview, { type: Type }>
  >;
} = {
  event_start: SessionEventStart,
  event_delta: SessionEventDelta,
};

/**
 * A preview of an event.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.6
 */
export const SessionEventPreview: Schema<types.SessionEventPreview> = union<types.SessionEventPreview>()(
  'type',
  previewMembers,
);
