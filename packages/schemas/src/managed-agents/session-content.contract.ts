/** Content blocks of session events. */
import * as z from 'zod';
import { mark, typed } from '../kit/contract.js';
import { object, type ObjectSchema, openObject, openUnion, type Schema, union } from '../kit/schema.js';
import type * as types from './session-content.js';

/** Data in the event, encoded as base64. */
export const SessionBase64Source: ObjectSchema<types.SessionBase64Source> = object({
  /** The data, encoded as base64. */
  data: z.base64().min(1),
  /** Media type of the decoded data. */
  media_type: z.string().min(1),
  type: z.literal('base64'),
});

/** Data at a URL. */
export const SessionUrlSource: ObjectSchema<types.SessionUrlSource> = object({
  type: z.literal('url'),
  /** URL that the service fetches. */
  url: z.url(),
});

/** An uploaded file. */
export const SessionFileSource: ObjectSchema<types.SessionFileSource> = object({
  /** Identifier of the file. */
  file_id: z.string().min(1),
  type: z.literal('file'),
});

/** Plain text in the event. */
export const SessionPlainTextSource: ObjectSchema<types.SessionPlainTextSource> = object({
  /** The text. */
  data: z.string(),
  media_type: z.literal('text/plain'),
  type: z.literal('text'),
});

/** A text block. */
export const SessionTextBlock: ObjectSchema<types.SessionTextBlock> = object({
  /** The text. */
  text: z.string(),
  type: z.literal('text'),
});

/** An image. */
export const SessionImageBlock: ObjectSchema<types.SessionImageBlock> = object({
  /** Source of the image. */
  source: union('type', [SessionBase64Source, SessionUrlSource, SessionFileSource]),
  type: z.literal('image'),
});

/** A document. */
export const SessionDocumentBlock: ObjectSchema<types.SessionDocumentBlock> = object({
  /** Source of the document. */
  source: union('type', [SessionBase64Source, SessionPlainTextSource, SessionUrlSource, SessionFileSource]),
  type: z.literal('document'),
  /** Context for the model. */
  context: z.string().nullish(),
  /** Title of the document. */
  title: z.string().nullish(),
});

/** Whether a search result can be cited. */
export const SessionSearchResultCitations: ObjectSchema<types.SessionSearchResultCitations> = object({
  /** Whether the result can be cited. */
  enabled: z.boolean(),
});

/** A search result. */
export const SessionSearchResultBlock: ObjectSchema<types.SessionSearchResultBlock> = object({
  /** Whether the result can be cited. */
  citations: SessionSearchResultCitations,
  /** Text of the result. */
  content: z.array(SessionTextBlock),
  /** Source of the result. */
  source: z.string(),
  /** Title of the result. */
  title: z.string(),
  type: z.literal('search_result'),
});

/** A content block of a message. */
export const SessionMessageBlock: Schema<types.SessionMessageBlock> = union('type', [
  SessionTextBlock,
  SessionImageBlock,
  SessionDocumentBlock,
]);

/** A content block of a tool result. */
export const SessionToolResultBlock: Schema<types.SessionToolResultBlock> = mark(
  { members: [SessionMessageBlock, SessionSearchResultBlock], unknown: '' },
  union('type', [SessionTextBlock, SessionImageBlock, SessionDocumentBlock, SessionSearchResultBlock]),
);

/**
 * Schema of a text that the service sends: rules for requests do not apply to it.
 *
 * @internal
 */
export const shownText: ObjectSchema<types.SessionTextBlock> = typed(
  'SessionTextBlock',
  openObject({ text: z.string(), type: z.literal('text') }),
);

/** A content block of a message, in events. */
export const SessionMessageContent: Schema<types.SessionMessageContent> = mark(
  { members: [SessionMessageBlock] },
  openUnion('type', [shownText, SessionImageBlock, SessionDocumentBlock]),
);

/** A content block of a tool result, in events. */
export const SessionToolResultContent: Schema<types.SessionToolResultContent> = mark(
  { members: [SessionToolResultBlock] },
  openUnion('type', [shownText, SessionImageBlock, SessionDocumentBlock, SessionSearchResultBlock]),
);

/** A text that was removed from the event. */
export const SessionRedactedBlock: ObjectSchema<types.SessionRedactedBlock> = openObject({
  type: z.literal('redacted'),
});
