/** Schemas of content blocks of session events. */
import * as z from 'zod';
import { object, type ObjectSchema, openObject, openUnion, type Schema, union } from '../kit/schema.js';
import type {
  SessionBase64Source,
  SessionDocumentBlock,
  SessionFileSource,
  SessionImageBlock,
  SessionMessageBlock,
  SessionMessageContent,
  SessionPlainTextSource,
  SessionSearchResultBlock,
  SessionSearchResultCitations,
  SessionTextBlock,
  SessionToolResultBlock,
  SessionToolResultContent,
  SessionUrlSource,
} from './session-content.js';

const base64 = object<SessionBase64Source>()({
  data: z.base64().min(1),
  media_type: z.string().min(1),
  type: z.literal('base64'),
});
const url = object<SessionUrlSource>()({ type: z.literal('url'), url: z.url() });
const file = object<SessionFileSource>()({ file_id: z.string().min(1), type: z.literal('file') });
const plainText = object<SessionPlainTextSource>()({
  data: z.string(),
  media_type: z.literal('text/plain'),
  type: z.literal('text'),
});

/** Schema of {@link SessionTextBlock} in a request. */
export const SessionTextBlockSchema: ObjectSchema<SessionTextBlock> = object<SessionTextBlock>()({
  text: z.string(),
  type: z.literal('text'),
});

const image: ObjectSchema<SessionImageBlock> = object<SessionImageBlock>()({
  source: union<SessionImageBlock['source']>()('type', { base64, url, file }),
  type: z.literal('image'),
});

const document: ObjectSchema<SessionDocumentBlock> = object<SessionDocumentBlock>()({
  source: union<SessionDocumentBlock['source']>()('type', { base64, text: plainText, url, file }),
  type: z.literal('document'),
  context: z.string().nullish(),
  title: z.string().nullish(),
});

const searchResult: ObjectSchema<SessionSearchResultBlock> = object<SessionSearchResultBlock>()({
  citations: object<SessionSearchResultCitations>()({ enabled: z.boolean() }),
  content: z.array(SessionTextBlockSchema),
  source: z.string(),
  title: z.string(),
  type: z.literal('search_result'),
});

/** Schema of {@link SessionMessageBlock}. */
export const SessionMessageBlockSchema: Schema<SessionMessageBlock> = union<SessionMessageBlock>()('type', {
  text: SessionTextBlockSchema,
  image,
  document,
});

/** Schema of {@link SessionToolResultBlock}. */
export const SessionToolResultBlockSchema: Schema<SessionToolResultBlock> = union<SessionToolResultBlock>()(
  'type',
  { text: SessionTextBlockSchema, image, document, search_result: searchResult },
);

const shownText: ObjectSchema<SessionTextBlock> = openObject<SessionTextBlock>()({
  text: z.string(),
  type: z.literal('text'),
});

/** Schema of {@link SessionMessageContent}. */
export const SessionMessageContentSchema: Schema<SessionMessageContent> = openUnion<SessionMessageContent>()(
  'type',
  { text: shownText, image, document },
);

/** Schema of {@link SessionToolResultContent}. */
export const SessionToolResultContentSchema: Schema<SessionToolResultContent> =
  openUnion<SessionToolResultContent>()('type', {
    text: shownText,
    image,
    document,
    search_result: searchResult,
  });
