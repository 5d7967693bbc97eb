/** Schemas of the results of web search and web fetch. */
import * as z from 'zod';
import { rule, type Schema } from '../kit/schema.js';
import { callerSchema } from './callers.schema.js';
import { cacheable } from './cache-control.schema.js';
import { citationSchema, citationsConfigSchema } from './citations.schema.js';
import type { TextBlockParam } from './content-blocks.js';
import type { Form } from './form.schema.js';
import type { ImageBlockParam } from './input-blocks.js';
import { documentSourceSchema, imageSourceSchema } from './sources.schema.js';
import type * as types from './tool-results.js';

/**
 * Creates the schema of {@link types.WebSearchToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function webSearchToolResult(form: Form): Schema<types.WebSearchToolResultBlock> {
  const error = form.object<types.WebSearchToolResultError>()({
    type: z.literal('web_search_tool_result_error'),
    error_code: rule(
      'INF-139',
      form.oneOf<types.WebSearchErrorCode>()([
        'invalid_tool_input',
        'unavailable',
        'max_uses_exceeded',
        'too_many_requests',
        'query_too_long',
        'request_too_large',
      ]),
    ),
  });
  const result = form.object<types.WebSearchResult>()({
    type: z.literal('web_search_result'),
    encrypted_content: z.string(),
    title: z.string(),
    url: z.string(),
    page_age: z.string().nullish(),
  });
  const content = z.union([
    z.array(result),
    form.union<Exclude<types.WebSearchToolResultBlock['content'], types.WebSearchResult[]>>()('type', {
      web_search_tool_result_error: error,
    }),
  ]);
  return form.object<types.WebSearchToolResultBlock>()({
    type: z.literal('web_search_tool_result'),
    tool_use_id: rule('INF-138', z.string()),
    content: rule('INF-138', content),
    caller: callerSchema(form).optional(),
  });
}

/**
 * Creates the schema of {@link types.WebFetchToolResultBlock}.
 *
 * @param form - Request or reply.
 */
export function webFetchToolResult(form: Form): Schema<types.WebFetchToolResultBlock> {
  const content = form.union<types.WebFetchToolResultBlock['content']>()('type', {
    web_fetch_result: form.object<types.WebFetchResult>()({
      type: z.literal('web_fetch_result'),
      content: fetchedDocument(form),
      url: z.string(),
      retrieved_at: z.string().nullish(),
    }),
    web_fetch_tool_result_error: webFetchError(form),
  });
  return form.object<types.WebFetchToolResultBlock>()({
    type: z.literal('web_fetch_tool_result'),
    tool_use_id: rule('INF-140', z.string()),
    content: rule('INF-140', content),
    caller: callerSchema(form).optional(),
  });
}

function webFetchError(form: Form): Schema<types.WebFetchToolResultError> {
  return form.object<types.WebFetchToolResultError>()({
    type: z.literal('web_fetch_tool_result_error'),
    error_code: rule(
      'INF-141',
      form.oneOf<types.WebFetchErrorCode>()([
        'invalid_tool_input',
        'url_too_long',
        'url_not_allowed',
        'url_not_accessible',
        'unsupported_content_type',
        'too_many_requests',
        'max_uses_exceeded',
        'unavailable',
      ]),
    ),
  });
}

function fetchedDocument(form: Form): Schema<types.FetchedDocument> {
  const text = form.object<TextBlockParam>()({
    type: z.literal('text'),
    text: z.string(),
    citations: z.array(citationSchema(form)).nullish(),
    ...cacheable,
  });
  const image = form.object<ImageBlockParam>()({
    type: z.literal('image'),
    source: imageSourceSchema(form),
    ...cacheable,
  });
  const blocks = form.union<TextBlockParam | ImageBlockParam>()('type', { text, image });
  const document = form.object<types.FetchedDocument>()({
    type: z.literal('document'),
    source: documentSourceSchema(form, blocks),
    title: z.string().nullish(),
    citations: citationsConfigSchema(form).nullish(),
    context: z.string().nullish(),
  });
  return rule('INF-140', document);
}
