/** Schemas of the blocks that only a request holds. */
import { s } from '../kit/schema.js';
import { object, rule, union, type Schema } from '../kit/schema.js';
import { cacheable } from './cache-control.schema.js';
import { citationSchema, CitationsConfigSchema } from './citations.schema.js';
import type { TextBlockParam } from './content-blocks.js';
import { REQUEST } from './form.schema.js';
import type {
  DocumentBlockParam,
  ImageBlockParam,
  SearchResultBlockParam,
  ToolReferenceBlockParam,
  ToolResultBlockParam,
  ToolResultContentBlock,
} from './input-blocks.js';
import { documentSourceSchema, imageSourceSchema } from './sources.schema.js';

/** Schema of {@link TextBlockParam}. */
export const TextBlockParamSchema: Schema<TextBlockParam> = object<TextBlockParam>()({
  type: s.literal('text'),
  text: rule('INF-120', s.string()),
  citations: rule('INF-120', s.array(citationSchema(REQUEST)).nullable()).optional(),
  ...cacheable,
});

/** Schema of {@link ImageBlockParam}. */
export const ImageBlockParamSchema: Schema<ImageBlockParam> = object<ImageBlockParam>()({
  type: s.literal('image'),
  source: imageSourceSchema(REQUEST),
  ...cacheable,
});

const sourceContent = rule(
  'INF-128',
  union<TextBlockParam | ImageBlockParam>()('type', {
    text: TextBlockParamSchema,
    image: ImageBlockParamSchema,
  }),
);

/** Schema of {@link DocumentBlockParam}. */
export const DocumentBlockParamSchema: Schema<DocumentBlockParam> = object<DocumentBlockParam>()({
  type: s.literal('document'),
  source: documentSourceSchema(REQUEST, sourceContent),
  citations: rule('INF-130', CitationsConfigSchema.nullable()).optional(),
  context: rule('INF-130', s.string().nullable()).optional(),
  title: rule('INF-130', s.string().nullable()).optional(),
  ...cacheable,
});

/** Schema of {@link SearchResultBlockParam}. */
export const SearchResultBlockParamSchema: Schema<SearchResultBlockParam> = object<SearchResultBlockParam>()({
  type: s.literal('search_result'),
  content: rule(
    'INF-131',
    s.array(rule('INF-131', union<TextBlockParam>()('type', { text: TextBlockParamSchema }))),
  ),
  source: rule('INF-131', s.string()),
  title: rule('INF-131', s.string()),
  citations: rule('INF-131', CitationsConfigSchema).optional(),
  ...cacheable,
});

const toolReference: Schema<ToolReferenceBlockParam> = object<ToolReferenceBlockParam>()({
  type: s.literal('tool_reference'),
  tool_name: rule('INF-136', s.string().min(1)),
  ...cacheable,
});

const toolResultContent = rule(
  'INF-136',
  union<ToolResultContentBlock>()('type', {
    text: TextBlockParamSchema,
    image: ImageBlockParamSchema,
    search_result: SearchResultBlockParamSchema,
    document: DocumentBlockParamSchema,
    tool_reference: toolReference,
  }),
);

/** Schema of {@link ToolResultBlockParam}. */
export const ToolResultBlockParamSchema: Schema<ToolResultBlockParam> = object<ToolResultBlockParam>()({
  type: s.literal('tool_result'),
  tool_use_id: rule('INF-135', s.string().min(1)),
  content: rule('INF-135', s.union([s.string(), s.array(toolResultContent)])).optional(),
  is_error: rule('INF-135', s.boolean()).optional(),
  ...cacheable,
});
