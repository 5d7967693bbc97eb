/**
 * Previews of events in a stream: an event starts, and its text arrives in pieces, before the event itself.
 */
import * as z from 'zod';
import { type ObjectSchema, openObject, openUnion, type Schema, union } from '../kit/schema.js';
import { shownText } from './session-content.contract.js';
import type * as types from './session-previews.js';

/** Types of the events that a stream can preview. */
export const PreviewedEventType: Schema<types.PreviewedEventType> = z.enum([
  'agent.message',
  'agent.thinking',
]);

/** An event that will follow, with the same id. */
export const PreviewedEvent: ObjectSchema<types.PreviewedEvent> = openObject({
  /** Identifier of the event. */
  id: z.string().startsWith('sevt_'),
  /** Type of the event. */
  type: PreviewedEventType,
});

/** The agent starts a message, or starts to think. Previews are never listed, and may be missing. */
export const SessionEventStart: ObjectSchema<types.SessionEventStart> = openObject({
  /** The event that will follow. */
  event: openUnion('type', [PreviewedEvent]),
  type: z.literal('event_start'),
});

/** Text to append to a content block. */
export const SessionContentDelta: ObjectSchema<types.SessionContentDelta> = openObject({
  /** The text. */
  content: shownText,
  /** Index of the content block. Default 0. */
  index: z.int().min(0).optional(),
  type: z.literal('content_delta'),
});

/** A piece of a message of the agent. */
export const SessionEventDelta: ObjectSchema<types.SessionEventDelta> = openObject({
  /** The piece. */
  delta: openUnion('type', [SessionContentDelta]),
  /** Identifier of the event. */
  event_id: z.string(),
  type: z.literal('event_delta'),
});

/**
 * A preview of an event.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.6
 */
export const SessionEventPreview: Schema<types.SessionEventPreview> = union('type', [
  SessionEventStart,
  SessionEventDelta,
]);
