/** Schemas of the sources of images and documents. */
import { s } from '../kit/schema.js';
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
 * Makes the schema of {@link ImageSource}.
 *
 * @param form - Request or reply.
 */
export function imageSourceSchema(form: Form): Schema<ImageSource> {
  return rule(
    'INF-125',
    form.union<ImageSource>()('type', {
      base64: form.object<Base64ImageSource>()({
        type: s.literal('base64'),
        media_type: rule('INF-121', s.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])),
        data: rule('INF-122', s.string().min(1)),
      }),
      url: url(form, 'INF-123'),
      file: file(form),
    }),
  );
}

/**
 * Makes the schema of {@link DocumentSource}.
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
        type: s.literal('base64'),
        media_type: rule('INF-126', s.literal('application/pdf')),
        data: rule('INF-126', s.string().min(1)),
      }),
      text: form.object<PlainTextSource>()({
        type: s.literal('text'),
        media_type: rule('INF-127', s.literal('text/plain')),
        data: rule('INF-127', s.string()),
      }),
      content: form.object<ContentSource>()({
        type: s.literal('content'),
        content: rule('INF-128', s.union([s.string(), s.array(content)])),
      }),
      url: url(form, 'INF-129'),
      file: file(form),
    }),
  );
}

function url(form: Form, ruleId: string): Schema<UrlSource> {
  return form.object<UrlSource>()({ type: s.literal('url'), url: rule(ruleId, s.string().min(1)) });
}

function file(form: Form): Schema<FileSource> {
  return form.object<FileSource>()({
    type: s.literal('file'),
    file_id: rule('INF-124', s.string().min(1)),
  });
}
