/** Schemas of the sources of images and documents. */
import * as z from 'zod';
import { rule, type Schema } from '../kit/schema.js';
import type { TextBlockParam } from './content-blocks.js';
import type { Form } from './form.schema.js';
import type { ImageBlockParam } from './input-blocks.js';
import type {
  Base64ImageSource,
  Base64PdfSource,
  ContentSource,
  DocumentSource,
  FileSource,
  ImageSource,
  PlainTextSource,
  UrlSource,
} from './sources.js';

/**
 * Creates the schema of {@link ImageSource}.
 *
 * @param form - Request or reply.
 */
export function imageSourceSchema(form: Form): Schema<ImageSource> {
  return rule(
    'INF-125',
    form.union<ImageSource>()('type', {
      base64: form.object<Base64ImageSource>()({
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
 * Creates the schema of {@link DocumentSource}.
 *
 * @param form - Request or reply.
 * @param content - Schema of the blocks of a content source.
 */
export function documentSourceSchema(
  form: Form,
  content: Schema<TextBlockParam | ImageBlockParam>,
): Schema<DocumentSource> {
  return rule(
    'INF-130',
    form.union<DocumentSource>()('type', {
      base64: form.object<Base64PdfSource>()({
        type: z.literal('base64'),
        media_type: rule('INF-126', z.literal('application/pdf')),
        data: rule('INF-126', z.string().min(1)),
      }),
      text: form.object<PlainTextSource>()({
        type: z.literal('text'),
        media_type: rule('INF-127', z.literal('text/plain')),
        data: rule('INF-127', z.string()),
      }),
      content: form.object<ContentSource>()({
        type: z.literal('content'),
        content: rule('INF-128', z.union([z.string(), z.array(content)])),
      }),
      url: url(form, 'INF-129'),
      file: file(form),
    }),
  );
}

function url(form: Form, ruleId: string): Schema<UrlSource> {
  return form.object<UrlSource>()({ type: z.literal('url'), url: rule(ruleId, z.string().min(1)) });
}

function file(form: Form): Schema<FileSource> {
  return form.object<FileSource>()({
    type: z.literal('file'),
    file_id: rule('INF-124', z.string().min(1)),
  });
}
