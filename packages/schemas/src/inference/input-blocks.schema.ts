/** Schemas of the blocks that only occur in requests. */
import * as z from 'zod';
import { object, type ObjectSchema, rule, union } from '../kit/schema.js';
import { cacheable } from './cache-control.schema.js';
import { citationSchema, CitationsConfigSchema } from './citations.schema.js';
import type { TextBlockParam } from './content-blocks.js';
import { REQUEST } from './form.schema.js';
import type * as types from './input-blocks.js';
import { documentSourceSchema, imageSourceSchema } from './sources.schema.js';

/** Schema of {@link TextBlockParam}. */
export const TextBlockParamSchema: ObjectSchema<TextBlockParam> = object<TextBlockParam>()({
  type: z.literal('text'),
  text: rule('INF-120', z.string()),
  citations: rule('INF-120', z.array(citationSchema(REQUEST)).nullable()).optional(),
  ...cacheable,
});

/** Schema of {@link types.ImageBlockParam}. */
export const ImageBlockParamSchema: ObjectSchema<types.ImageBlockParam> = object<types.ImageBlockParam>()({
  type: z.literal('image'),
  source: imageSourceSchema(REQUEST),
  ...cacheable,
});

const sourceContent = rule(
  'INF-128',
  union<TextBlockParam | types.ImageBlockParam>()('type', {
    text: TextBlockParamSchema,
    image: ImageBlockParamSchema,
  }),
);

/** Schema of {@link types.DocumentBlockParam}. */
export const DocumentBlockParamSchema: ObjectSchema<types.DocumentBlockParam> =
  object<types.DocumentBlockParam>()({
    type: z.literal('document'),
    source: documentSourceSchema(REQUEST, sourceContent),
    citations: rule('INF-130', CitationsConfigSchema.nullable()).optional(),
    context: rule('INF-130', z.string().nullable()).optional(),
    title: rule('INF-130', z.string().nullable()).optional(),
    ...cacheable,
  });

/** Schema of {@link types.SearchResultBlockParam}. */
export const SearchResultBlockParamSchema: ObjectSchema<types.SearchResultBlockParam> =
  object<types.SearchResultBlockParam>()({
    type: z.literal('search_result'),
    content: rule(
      'INF-131',
      z.array(rule('INF-131', union<TextBlockParam>()('type', { text: TextBlockParamSchema }))),
    ),
    source: rule('INF-131', z.string()),
    title: rule('INF-131', z.string()),
    citations: rule('INF-131', CitationsConfigSchema).optional(),
    ...cacheable,
  });

const toolReference: ObjectSchema<types.ToolReferenceBlockParam> = object<types.ToolReferenceBlockParam>()({
  type: z.literal('tool_reference'),
  tool_name: rule('INF-136', z.string().min(1)),
  ...cacheable,
});

const toolResultContent = rule(
  'INF-136',
  union<types.ToolResultContentBlock>()('type', {
    text: TextBlockParamSchema,
    image: ImageBlockParamSchema,
    search_result: SearchResultBlockParamSchema,
    document: DocumentBlockParamSchema,
    tool_reference: toolReference,
  }),
);

/** Schema of {@link types.ToolResultBlockParam}. */
export const ToolResultBlockParamSchema: ObjectSchema<types.ToolResultBlockParam> =
  object<types.ToolResultBlockParam>()({
    type: z.literal('tool_result'),
    tool_use_id: rule('INF-135', z.string().min(1)),
    content: rule('INF-135', z.union([z.string(), z.array(toolResultContent)])).optional(),
    is_error: rule('INF-135', z.boolean()).optional(),
    ...cacheable,
  });
