/** Content blocks of session events. */
import * as z from 'zod';
import { mark, typed } from '../kit/contract.js';
import { object, type ObjectSchema, openObject, openUnion, type Schema, union } from '../kit/schema.js';
import type * as types from './session-content.js';

/** Data in the event, encoded as base64. */
export const SessionBase64Source: ObjectSchema<types.SessionBase64Source> =
  object<types.SessionBase64Source>()({
    /** The data, encoded as base64. */
    data: z.base64().min(1),
    /** Media type of the decoded data. */
    media_type: z.string().min(1),
    /** Always `base64`. */
    type: z.literal('base64'),
  });

/** Data at a URL. */
export const SessionUrlSource: ObjectSchema<types.SessionUrlSource> = object<types.SessionUrlSource>()({
  /** Always `url`. */
  type: z.literal('url'),
  /** URL that the service fetches. */
  url: z.url(),
});

/** An uploaded file. */
export const SessionFileSource: ObjectSchema<types.SessionFileSource> = object<types.SessionFileSource>()({
  /** Identifier of the file. */
  file_id: z.string().min(1),
  /** Always `file`. */
  type: z.literal('file'),
});

/** Plain text in the event. */
export const SessionPlainTextSource: ObjectSchema<types.SessionPlainTextSource> =
  object<types.SessionPlainTextSource>()({
    /** The text. */
    data: z.string(),
    /** Always `text/plain`. */
    media_type: z.literal('text/plain'),
    /** Always `text`. */
    type: z.literal('text'),
  });

/** A text block. */
export const SessionTextBlock: ObjectSchema<types.SessionTextBlock> = object<types.SessionTextBlock>()({
  /** The text. */
  text: z.string(),
  /** Always `text`. */
  type: z.literal('text'),
});

/** An image. */
export const SessionImageBlock: ObjectSchema<types.SessionImageBlock> = object<types.SessionImageBlock>()({
  /** Source of the image. */
  source: union<types.SessionImageBlock['source']>()('type', {
    base64: SessionBase64Source,
    url: SessionUrlSource,
    file: SessionFileSource,
  }),
  /** Always `image`. */
  type: z.literal('image'),
});

/** A document. */
export const SessionDocumentBlock: ObjectSchema<types.SessionDocumentBlock> =
  object<types.SessionDocumentBlock>()({
    /** Source of the document. */
    source: union<types.SessionDocumentBlock['source']>()('type', {
      base64: SessionBase64Source,
      text: SessionPlainTextSource,
      url: SessionUrlSource,
      file: SessionFileSource,
    }),
    /** Always `document`. */
    type: z.literal('document'),
    /** Context for the model. */
    context: z.string().nullish(),
    /** Title of the document. */
    title: z.string().nullish(),
  });

/** Whether a search result can be cited. */
export const SessionSearchResultCitations: ObjectSchema<types.SessionSearchResultCitations> =
  object<types.SessionSearchResultCitations>()({
    /** Whether the result can be cited. */
    enabled: z.boolean(),
  });

/** A search result. */
export const SessionSearchResultBlock: ObjectSchema<types.SessionSearchResultBlock> =
  object<types.SessionSearchResultBlock>()({
    /** Whether the result can be cited. */
    citations: SessionSearchResultCitations,
    /** Text of the result. */
    content: z.array(SessionTextBlock),
    /** Source of the result. */
    source: z.string(),
    /** Title of the result. */
    title: z.string(),
    /** Always `search_result`. */
    type: z.literal('search_result'),
  });

/** A content block of a message. */
export const SessionMessageBlock: Schema<types.SessionMessageBlock> = union<types.SessionMessageBlock>()(
  'type',
  {
    text: SessionTextBlock,
    image: SessionImageBlock,
    document: SessionDocumentBlock,
  },
);

/** A content block of a tool result. */
export const SessionToolResultBlock: Schema<types.SessionToolResultBlock> = mark(
  { members: [SessionMessageBlock, SessionSearchResultBlock], unknown: '' },
  union<types.SessionToolResultBlock>()('type', {
    text: SessionTextBlock,
    image: SessionImageBlock,
    document: SessionDocumentBlock,
    search_result: SessionSearchResultBlock,
  }),
);

const shownText: ObjectSchema<types.SessionTextBlock> = typed(
  'SessionTextBlock',
  openObject<types.SessionTextBlock>()({ text: z.string(), type: z.literal('text') }),
);

/** A content block of a message, in events. */
export const SessionMessageContent: Schema<types.SessionMessageContent> = mark(
  { members: [SessionMessageBlock] },
  openUnion<types.SessionMessageContent>()('type', {
    text: shownText,
    image: SessionImageBlock,
    document: SessionDocumentBlock,
  }),
);

/** A content block of a tool result, in events. */
export const SessionToolResultContent: Schema<types.SessionToolResultContent> = mark(
  { members: [SessionToolResultBlock] },
  openUnion<types.SessionToolResultContent>()('type', {
    text: shownText,
    image: SessionImageBlock,
    document: SessionDocumentBlock,
    search_result: SessionSearchResultBlock,
  }),
);

/** A text that was removed from the event. */
export const SessionRedactedBlock: ObjectSchema<types.SessionRedactedBlock> =
  openObject<types.SessionRedactedBlock>()({
    /** Always `redacted`. */
    type: z.literal('redacted'),
  });
