/** Schemas of the sources of images and documents. */
import * as z from 'zod';
import { rule, type Schema } from '../kit/schema.js';
import type { TextBlockParam } from './content-blocks.js';
import type { Form } from './form.schema.js';
import type { ImageBlockParam } from './input-blocks.js';
import type * as types from './sources.js';

/**
 * Creates the schema of {@link types.ImageSource}.
 *
 * @param form - Request or reply.
 */
export function imageSourceSchema(form: Form): Schema<types.ImageSource> {
  return rule(
    'INF-125',
    form.union<types.ImageSource>()('type', {
      base64: form.object<types.Base64ImageSource>()({
        type: z.literal('base64'),
        media_type: rule('INF-121', z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])),
        data: rule('INF-122', z.string().min(1)),
      }),
      url: url(form, 'INF-123'),
      file: file(form),
    }),
  );
}

/**
 * Creates the schema of {@link types.DocumentSource}.
 *
 * @param form - Request or reply.
 * @param content - Schema of the blocks of a content source.
 */
export function documentSourceSchema(
  form: Form,
  content: Schema<TextBlockParam | ImageBlockParam>,
): Schema<types.DocumentSource> {
  return rule(
    'INF-130',
    form.union<types.DocumentSource>()('type', {
      base64: form.object<types.Base64PdfSource>()({
        type: z.literal('base64'),
        media_type: rule('INF-126', z.literal('application/pdf')),
        data: rule('INF-126', z.string().min(1)),
      }),
      text: form.object<types.PlainTextSource>()({
        type: z.literal('text'),
        media_type: rule('INF-127', z.literal('text/plain')),
        data: rule('INF-127', z.string()),
      }),
      content: form.object<types.ContentSource>()({
        type: z.literal('content'),
        content: rule('INF-128', z.union([z.string(), z.array(content)])),
      }),
      url: url(form, 'INF-129'),
      file: file(form),
    }),
  );
}

function url(form: Form, ruleId: string): Schema<types.UrlSource> {
  return form.object<types.UrlSource>()({ type: z.literal('url'), url: rule(ruleId, z.string().min(1)) });
}

function file(form: Form): Schema<types.FileSource> {
  return form.object<types.FileSource>()({
    type: z.literal('file'),
    file_id: rule('INF-124', z.string().min(1)),
  });
}
