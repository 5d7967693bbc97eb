/** Schemas of content blocks of session events. */
import { s } from '../kit/schema.js';
import { object, openObject, openUnion, union, type Schema } from '../kit/schema.js';
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
  data: s.base64().min(1),
  media_type: s.string().min(1),
  type: s.literal('base64'),
});
const url = object<SessionUrlSource>()({ type: s.literal('url'), url: s.url() });
const file = object<SessionFileSource>()({ file_id: s.string().min(1), type: s.literal('file') });
const plainText = object<SessionPlainTextSource>()({
  data: s.string(),
  media_type: s.literal('text/plain'),
  type: s.literal('text'),
});

/** Schema of {@link SessionTextBlock} in a request. */
export const SessionTextBlockSchema: Schema<SessionTextBlock> = object<SessionTextBlock>()({
  text: s.string(),
  type: s.literal('text'),
});

const image: Schema<SessionImageBlock> = object<SessionImageBlock>()({
  source: union<SessionImageBlock['source']>()('type', { base64, url, file }),
  type: s.literal('image'),
});

const document: Schema<SessionDocumentBlock> = object<SessionDocumentBlock>()({
  source: union<SessionDocumentBlock['source']>()('type', { base64, text: plainText, url, file }),
  type: s.literal('document'),
  context: s.string().nullable().optional(),
  title: s.string().nullable().optional(),
});

const searchResult: Schema<SessionSearchResultBlock> = object<SessionSearchResultBlock>()({
  citations: object<SessionSearchResultCitations>()({ enabled: s.boolean() }),
  content: s.array(SessionTextBlockSchema),
  source: s.string(),
  title: s.string(),
  type: s.literal('search_result'),
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

const shownText: Schema<SessionTextBlock> = openObject<SessionTextBlock>()({
  text: s.string(),
  type: s.literal('text'),
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
