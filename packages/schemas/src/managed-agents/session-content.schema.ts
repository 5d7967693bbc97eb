/** Schemas of content blocks of session events. */
import * as z from 'zod';
import { object, type ObjectSchema, openObject, openUnion, type Schema, union } from '../kit/schema.js';
import type * as types from './session-content.js';

const base64 = object<types.SessionBase64Source>()({
  data: z.base64().min(1),
  media_type: z.string().min(1),
  type: z.literal('base64'),
});
const url = object<types.SessionUrlSource>()({ type: z.literal('url'), url: z.url() });
const file = object<types.SessionFileSource>()({ file_id: z.string().min(1), type: z.literal('file') });
const plainText = object<types.SessionPlainTextSource>()({
  data: z.string(),
  media_type: z.literal('text/plain'),
  type: z.literal('text'),
});

/** Schema of {@link types.SessionTextBlock} in a request. */
export const SessionTextBlockSchema: ObjectSchema<types.SessionTextBlock> = object<types.SessionTextBlock>()({
  text: z.string(),
  type: z.literal('text'),
});

const image: ObjectSchema<types.SessionImageBlock> = object<types.SessionImageBlock>()({
  source: union<types.SessionImageBlock['source']>()('type', { base64, url, file }),
  type: z.literal('image'),
});

const document: ObjectSchema<types.SessionDocumentBlock> = object<types.SessionDocumentBlock>()({
  source: union<types.SessionDocumentBlock['source']>()('type', { base64, text: plainText, url, file }),
  type: z.literal('document'),
  context: z.string().nullish(),
  title: z.string().nullish(),
});

const searchResult: ObjectSchema<types.SessionSearchResultBlock> = object<types.SessionSearchResultBlock>()({
  citations: object<types.SessionSearchResultCitations>()({ enabled: z.boolean() }),
  content: z.array(SessionTextBlockSchema),
  source: z.string(),
  title: z.string(),
  type: z.literal('search_result'),
});

/** Schema of {@link types.SessionMessageBlock}. */
export const SessionMessageBlockSchema: Schema<types.SessionMessageBlock> =
  union<types.SessionMessageBlock>()('type', {
    text: SessionTextBlockSchema,
    image,
    document,
  });

/** Schema of {@link types.SessionToolResultBlock}. */
export const SessionToolResultBlockSchema: Schema<types.SessionToolResultBlock> =
  union<types.SessionToolResultBlock>()('type', {
    text: SessionTextBlockSchema,
    image,
    document,
    search_result: searchResult,
  });

const shownText: ObjectSchema<types.SessionTextBlock> = openObject<types.SessionTextBlock>()({
  text: z.string(),
  type: z.literal('text'),
});

/** Schema of {@link types.SessionMessageContent}. */
export const SessionMessageContentSchema: Schema<types.SessionMessageContent> =
  openUnion<types.SessionMessageContent>()('type', { text: shownText, image, document });

/** Schema of {@link types.SessionToolResultContent}. */
export const SessionToolResultContentSchema: Schema<types.SessionToolResultContent> =
  openUnion<types.SessionToolResultContent>()('type', {
    text: shownText,
    image,
    document,
    search_result: searchResult,
  });
