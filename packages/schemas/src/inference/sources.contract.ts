/** Sources of images and documents in requests. */
import * as z from 'zod';
import { typed, unknownAs } from '../kit/contract.js';
import { type ObjectSchema, openObject, openUnion, rule, type Schema } from '../kit/schema.js';
import { Cacheable } from './cache-control.contract.js';
import type { ImageBlockParam } from './input-blocks.js';
import type * as types from './sources.js';
import { TextBlock } from './text-blocks.contract.js';
import type { TextBlockParam } from './text-blocks.js';

/** Media types of images. */
export const ImageMediaType: Schema<types.ImageMediaType> = z.enum([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
]);

/** An image, encoded as base64. */
export const Base64ImageSource: ObjectSchema<types.Base64ImageSource> = openObject({
  type: z.literal('base64'),
  /** Media type of the decoded data. */
  media_type: rule('INF-121', ImageMediaType),
  /** The data, encoded as base64. */
  data: rule('INF-122', z.string().min(1)),
});

/** URL of an image or PDF. */
export const UrlSource: ObjectSchema<types.UrlSource> = openObject({
  type: z.literal('url'),
  /** URL that the service fetches. */
  url: rule('INF-123', z.string().min(1)),
});

/** An uploaded file. Requires a files beta, for example `files-api-2025-04-14`. */
export const FileSource: ObjectSchema<types.FileSource> = openObject({
  type: z.literal('file'),
  /** Id of the file. */
  file_id: rule('INF-124', z.string().min(1)),
});

/** A PDF, encoded as base64. */
export const Base64PdfSource: ObjectSchema<types.Base64PdfSource> = openObject({
  type: z.literal('base64'),
  media_type: rule('INF-126', z.literal('application/pdf')),
  /** The data, encoded as base64. */
  data: rule('INF-126', z.string().min(1)),
});

/** Plain text. */
export const PlainTextSource: ObjectSchema<types.PlainTextSource> = openObject({
  type: z.literal('text'),
  media_type: rule('INF-127', z.literal('text/plain')),
  /** The text. */
  data: rule('INF-127', z.string()),
});

/** Source of an image. */
export const ImageSource: Schema<types.ImageSource> = rule(
  'INF-125',
  unknownAs('', openUnion('type', [Base64ImageSource, UrlSource, FileSource])),
);

const image: ObjectSchema<ImageBlockParam> = openObject({
  type: z.literal('image'),
  source: ImageSource,
  ...Cacheable.shape,
});

const text: ObjectSchema<TextBlockParam> = openObject({ ...TextBlock.shape, ...Cacheable.shape });

const blocks: Schema<TextBlockParam | ImageBlockParam> = unknownAs(
  '',
  openUnion('type', [typed('TextBlockParam', text), typed('ImageBlockParam', image)]),
);

/** Content split into blocks. Use it to control the granularity of citations, which refer to whole blocks. */
export const ContentSource: ObjectSchema<types.ContentSource> = openObject({
  type: z.literal('content'),
  /** A string, or text and image blocks. */
  content: rule('INF-128', z.union([z.string(), z.array(blocks)])),
});

/**
 * Returns the schema of the source of a document.
 *
 * @param content - Schema of a source of blocks.
 */
export function documentSource(content: ObjectSchema<types.ContentSource>): Schema<types.DocumentSource> {
  const url: ObjectSchema<types.UrlSource> = openObject({
    ...UrlSource.shape,
    url: rule('INF-129', z.string().min(1)),
  });
  const members = [Base64PdfSource, PlainTextSource, content, typed('UrlSource', url), FileSource] as const;
  return rule('INF-130', openUnion('type', members));
}

/** Source of a document. */
export const DocumentSource: Schema<types.DocumentSource> = documentSource(ContentSource);
