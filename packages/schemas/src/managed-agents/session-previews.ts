/** Previews of events in a stream: an event starts, and its text arrives in pieces, before the event itself. */
import type { UnknownMember } from '../kit/open.js';
import type { SessionTextBlock } from './session-content.js';

/** Types of the events that a stream can preview. */
export type PreviewedEventType = 'agent.message' | 'agent.thinking';

/** An event that will follow, with the same id. */
export interface PreviewedEvent {
  /** Identifier of the event. */
  id: string;
  /** Type of the event. */
  type: PreviewedEventType;
}

/** The agent starts a message, or starts to think. Previews are never listed, and may be missing. */
export interface SessionEventStart {
  /** The event that will follow. */
  event: PreviewedEvent | UnknownMember;
  /** Always `event_start`. */
  type: 'event_start';
}

/** Text to append to a content block. */
export interface SessionContentDelta {
  /** The text. */
  content: SessionTextBlock;
  /** Index of the content block. Default 0. */
  index?: number | undefined;
  /** Always `content_delta`. */
  type: 'content_delta';
}

/** A piece of a message of the agent. */
export interface SessionEventDelta {
  /** The piece. */
  delta: SessionContentDelta | UnknownMember;
  /** Identifier of the event. */
  event_id: string;
  /** Always `event_delta`. */
  type: 'event_delta';
}

/**
 * A preview of an event.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.6
 */
export type SessionEventPreview = SessionEventStart | SessionEventDelta;
