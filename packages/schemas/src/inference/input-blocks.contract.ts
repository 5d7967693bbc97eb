/** Content blocks that occur only in requests: images, documents, search results, tool results. */
import * as z from 'zod';
import { closed } from '../kit/closed.js';
import { typed } from '../kit/contract.js';
import { object, type ObjectSchema, rule, type Schema, union } from '../kit/schema.js';
import { Cacheable } from './cache-control.contract.js';
import { CitationsConfig } from './citations.contract.js';
import type * as types from './input-blocks.js';
import { ContentSource, documentSource, ImageSource } from './sources.contract.js';
import type * as sources from './sources.js';
import { TextBlockParam } from './text-blocks.contract.js';

/**
 * An image.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const ImageBlockParam: ObjectSchema<types.ImageBlockParam> = object('Cacheable', {
  type: z.literal('image'),
  /** Source of the image. */
  source: closed(ImageSource),
  ...Cacheable.shape,
});

const block = rule('INF-128', union('type', [TextBlockParam, ImageBlockParam]));

const content: ObjectSchema<sources.ContentSource> = typed(
  'ContentSource',
  object({ ...ContentSource.shape, content: rule('INF-128', z.union([z.string(), z.array(block)])) }),
);

/**
 * A document: PDF, plain text, or content blocks.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const DocumentBlockParam: ObjectSchema<types.DocumentBlockParam> = object('Cacheable', {
  type: z.literal('document'),
  /** Source of the document. */
  source: typed('DocumentSource', closed(documentSource(content))),
  /** Whether the reply may cite this source. Default: disabled. */
  citations: rule('INF-130', CitationsConfig.nullable()).optional(),
  /** Context for the model, such as the origin of the document. Never cited. */
  context: rule('INF-130', z.string().nullable()).optional(),
  /** Title, shown to the model and in citations. */
  title: rule('INF-130', z.string().nullable()).optional(),
  ...Cacheable.shape,
});

const searchResultText = rule('INF-131', union('type', [TextBlockParam]));

/**
 * A search result that you supply, for example from your own retrieval. The reply can cite it.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const SearchResultBlockParam: ObjectSchema<types.SearchResultBlockParam> = object('Cacheable', {
  type: z.literal('search_result'),
  /** Text of the result. */
  content: rule('INF-131', z.array(searchResultText)),
  /** Where the result was found, for example a URL. */
  source: rule('INF-131', z.string()),
  /** Title of the result. */
  title: rule('INF-131', z.string()),
  /** Whether the reply may cite this source. Default: disabled. */
  citations: rule('INF-131', CitationsConfig).optional(),
  ...Cacheable.shape,
});

/** Reference to a tool that your own tool search found. Its definition is then loaded. */
export const ToolReferenceBlockParam: ObjectSchema<types.ToolReferenceBlockParam> = object('Cacheable', {
  type: z.literal('tool_reference'),
  /** Name of a tool defined in the request. */
  tool_name: rule('INF-136', z.string().min(1)),
  ...Cacheable.shape,
});

/** A content block of a tool result. */
export const ToolResultContentBlock: Schema<types.ToolResultContentBlock> = rule(
  'INF-136',
  union('type', [
    TextBlockParam,
    ImageBlockParam,
    SearchResultBlockParam,
    DocumentBlockParam,
    ToolReferenceBlockParam,
  ]),
);

/**
 * Result of a `tool_use` block of the previous turn.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const ToolResultBlockParam: ObjectSchema<types.ToolResultBlockParam> = object('Cacheable', {
  type: z.literal('tool_result'),
  /** Id of the `tool_use` block. */
  tool_use_id: rule('INF-135', z.string().min(1)),
  /** Output of the tool; omit it when there was no output. */
  content: rule('INF-135', z.union([z.string(), z.array(ToolResultContentBlock)])).optional(),
  /** Whether the tool failed. Default false. */
  is_error: rule('INF-135', z.boolean()).optional(),
  ...Cacheable.shape,
});
