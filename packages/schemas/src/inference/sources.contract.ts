/** Sources of images and documents in requests. */
import * as z from 'zod';
import { mark, typed } from '../kit/contract.js';
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
export const Base64ImageSource: ObjectSchema<types.Base64ImageSource> = openObject<types.Base64ImageSource>()(
  {
    /** Always `base64`. */
    type: z.literal('base64'),
    /** Media type of the decoded data. */
    media_type: rule('INF-121', ImageMediaType),
    /** The data, encoded as base64. */
    data: rule('INF-122', z.string().min(1)),
  },
);

/** URL of an image or PDF. */
export const UrlSource: ObjectSchema<types.UrlSource> = openObject<types.UrlSource>()({
  /** Always `url`. */
  type: z.literal('url'),
  /** URL that the service fetches. */
  url: rule('INF-123', z.string().min(1)),
});

/** An uploaded file. Requires a files beta, for example `files-api-2025-04-14`. */
export const FileSource: ObjectSchema<types.FileSource> = openObject<types.FileSource>()({
  /** Always `file`. */
  type: z.literal('file'),
  /** Id of the file. */
  file_id: rule('INF-124', z.string().min(1)),
});

/** A PDF, encoded as base64. */
export const Base64PdfSource: ObjectSchema<types.Base64PdfSource> = openObject<types.Base64PdfSource>()({
  /** Always `base64`. */
  type: z.literal('base64'),
  /** Always `application/pdf`. */
  media_type: rule('INF-126', z.literal('application/pdf')),
  /** The data, encoded as base64. */
  data: rule('INF-126', z.string().min(1)),
});

/** Plain text. */
export const PlainTextSource: ObjectSchema<types.PlainTextSource> = openObject<types.PlainTextSource>()({
  /** Always `text`. */
  type: z.literal('text'),
  /** Always `text/plain`. */
  media_type: rule('INF-127', z.literal('text/plain')),
  /** The text. */
  data: rule('INF-127', z.string()),
});

/** Source of an image. */
export const ImageSource: Schema<types.ImageSource> = rule(
  'INF-125',
  mark(
    { unknown: '' },
    openUnion<types.ImageSource>()('type', {
      base64: Base64ImageSource,
      url: UrlSource,
      file: FileSource,
    }),
  ),
);

const image = openObject<ImageBlockParam>()({
  type: z.literal('image'),
  source: ImageSource,
  ...Cacheable.shape,
});

const blocks = openUnion<TextBlockParam | ImageBlockParam>()('type', {
  text: typed('TextBlockParam', openObject<TextBlockParam>()({ ...TextBlock.shape, ...Cacheable.shape })),
  image: typed('ImageBlockParam', image),
});

/** Content split into blocks. Use it to control the granularity of citations, which refer to whole blocks. */
export const ContentSource: ObjectSchema<types.ContentSource> = openObject<types.ContentSource>()({
  /** Always `content`. */
  type: z.literal('content'),
  /** A string, or text and image blocks. */
  content: rule('INF-128', z.union([z.string(), z.array(mark({ unknown: '' }, blocks))])),
});

/**
 * Returns the schema of the source of a document.
 *
 * @param content - Schema of a source of blocks.
 */
export function documentSource(content: ObjectSchema<types.ContentSource>): Schema<types.DocumentSource> {
  const url = openObject<types.UrlSource>()({ ...UrlSource.shape, url: rule('INF-129', z.string().min(1)) });
  const members = {
    base64: Base64PdfSource,
    text: PlainTextSource,
    content,
    url: typed('UrlSource', url),
    file: FileSource,
  };
  return rule('INF-130', openUnion<types.DocumentSource>()('type', members));
}

/** Source of a document. */
export const DocumentSource: Schema<types.DocumentSource> = documentSource(ContentSource);
