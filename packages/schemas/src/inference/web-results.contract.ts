/** Results of web search and web fetch. */
import * as z from 'zod';
import { typed } from '../kit/contract.js';
import { type ObjectSchema, openEnum, openObject, openUnion, rule, type Schema } from '../kit/schema.js';
import { ToolCaller } from './callers.contract.js';
import { CitationsConfig } from './citations.contract.js';
import type * as citations from './citations.js';
import { DocumentSource } from './sources.contract.js';
import type * as types from './web-results.js';

/**
 * Error codes of web search, as requests may use them.
 *
 * @source inference > Errors
 */
export const WebSearchErrorCodeParam: Schema<types.WebSearchErrorCodeParam> = z.enum([
  'invalid_tool_input',
  'unavailable',
  'max_uses_exceeded',
  'too_many_requests',
  'query_too_long',
  'request_too_large',
]);

/**
 * Why a web search failed.
 *
 * @source inference > Errors
 */
export const WebSearchErrorCode: Schema<types.WebSearchErrorCode> = openEnum(WebSearchErrorCodeParam);

/** A failed web search. */
export const WebSearchToolResultError: ObjectSchema<types.WebSearchToolResultError> = openObject({
  type: z.literal('web_search_tool_result_error'),
  /** Why it failed. */
  error_code: rule('INF-139', WebSearchErrorCode),
});

/** A page that a web search found. */
export const WebSearchResult: ObjectSchema<types.WebSearchResult> = openObject({
  type: z.literal('web_search_result'),
  /** Text of the page, encrypted for the service. Send it back unchanged. */
  encrypted_content: z.string(),
  /** Title of the page. */
  title: z.string(),
  /** URL of the page. */
  url: z.string(),
  /** Age of the page as text; null when unknown. */
  page_age: z.string().nullish(),
});

/** Result of a web search. */
export const WebSearchToolResultBlock: ObjectSchema<types.WebSearchToolResultBlock> = openObject({
  type: z.literal('web_search_tool_result'),
  /** Id of the `server_tool_use` block. */
  tool_use_id: rule('INF-138', z.string()),
  /** The pages found, or the error. */
  content: rule(
    'INF-138',
    z.union([z.array(WebSearchResult), openUnion('type', [WebSearchToolResultError])]),
  ),
  /** Caller of the tool. */
  caller: ToolCaller.optional(),
});

/**
 * Error codes of web fetch, as requests may use them.
 *
 * @source inference > Errors
 */
export const WebFetchErrorCodeParam: Schema<types.WebFetchErrorCodeParam> = z.enum([
  'invalid_tool_input',
  'url_too_long',
  'url_not_allowed',
  'url_not_accessible',
  'unsupported_content_type',
  'too_many_requests',
  'max_uses_exceeded',
  'unavailable',
]);

/**
 * Why a web fetch failed.
 *
 * @source inference > Errors
 */
export const WebFetchErrorCode: Schema<types.WebFetchErrorCode> = openEnum(WebFetchErrorCodeParam);

/** A failed web fetch. */
export const WebFetchToolResultError: ObjectSchema<types.WebFetchToolResultError> = openObject({
  type: z.literal('web_fetch_tool_result_error'),
  /** Why it failed. */
  error_code: rule('INF-141', WebFetchErrorCode),
});

const openConfig: ObjectSchema<citations.CitationsConfig> = openObject({ ...CitationsConfig.shape });

/** A fetched page as a document. */
export const FetchedDocument: ObjectSchema<types.FetchedDocument> = rule(
  'INF-140',
  openObject({
    type: z.literal('document'),
    /** Content of the page. */
    source: DocumentSource,
    /** Title of the page; null if it has none. */
    title: z.string().nullish(),
    /** Whether the reply can cite the page; null when not requested. */
    citations: typed('CitationsConfig', openConfig).nullish(),
    /** Context for the model. Only in requests. */
    context: z.string().nullish(),
  }),
);

/** A fetched page. */
export const WebFetchResult: ObjectSchema<types.WebFetchResult> = openObject({
  type: z.literal('web_fetch_result'),
  /** The page. */
  content: FetchedDocument,
  /** URL of the page. */
  url: z.string(),
  /** ISO 8601 time of the fetch; null when unknown. */
  retrieved_at: z.string().nullish(),
});

/** Result of a web fetch. */
export const WebFetchToolResultBlock: ObjectSchema<types.WebFetchToolResultBlock> = openObject({
  type: z.literal('web_fetch_tool_result'),
  /** Id of the `server_tool_use` block. */
  tool_use_id: rule('INF-140', z.string()),
  /** The page, or the error. */
  content: rule('INF-140', openUnion('type', [WebFetchResult, WebFetchToolResultError])),
  /** Caller of the tool. */
  caller: ToolCaller.optional(),
});
