/** Citations: where in the request's documents a piece of text comes from. */
import * as z from 'zod';
import { requiredInRequests } from '../kit/contract.js';
import { constrain } from '../kit/limits.schema.js';
import { object, type ObjectSchema, openObject, openUnion, rule, type Schema } from '../kit/schema.js';
import type * as types from './citations.js';

const index = z.int().min(0);
const title = requiredInRequests(z.string().nullish());

const cited = (ruleId: string) => ({
  /** The cited text. It counts neither as output tokens nor, when you send it back, as input tokens. */
  cited_text: rule(ruleId, z.string()),
});

const documentCited = (ruleId: string) => ({
  ...cited(ruleId),
  /** 0-based index of the document among all documents of the request. */
  document_index: rule(ruleId, index),
  /** Title of the document; null when it has no title. Required in requests, even if null. */
  document_title: rule(ruleId, title),
  /** Id of the cited file; null if the document was not a file. Only in responses. */
  file_id: z.string().nullish(),
});

/**
 * Cites characters of a plain-text document.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const CharLocationCitation: ObjectSchema<types.CharLocationCitation> = openObject({
  ...documentCited('INF-151'),
  type: z.literal('char_location'),
  /** 0-based index of the first character. */
  start_char_index: rule('INF-151', index),
  /** Index after the last character. */
  end_char_index: rule('INF-151', index),
});

/**
 * Cites pages of a PDF document.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const PageLocationCitation: ObjectSchema<types.PageLocationCitation> = openObject({
  ...documentCited('INF-152'),
  type: z.literal('page_location'),
  /** 1-based number of the first page. */
  start_page_number: rule('INF-152', index),
  /** Number after the last page. */
  end_page_number: rule('INF-152', index),
});

/**
 * Cites whole blocks of a document whose source is content blocks.
 *
 * `cited_text` is the concatenated text of `content[start_block_index:end_block_index]`, never part of a block.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const ContentBlockLocationCitation: ObjectSchema<types.ContentBlockLocationCitation> = constrain(
  openObject({
    ...documentCited('INF-153'),
    type: z.literal('content_block_location'),
    /** 0-based index of the first block. */
    start_block_index: rule('INF-153', index),
    /** Index after the last block, greater than `start_block_index`; for a single block `start_block_index + 1`. */
    end_block_index: rule({ missing: 'INF-153', type: 'INF-153', value: 'INF-154' }, index),
  }),
  ({ start_block_index: start, end_block_index: end }, report) => {
    if (end <= start) report('INF-154', 'must be greater than start_block_index', ['end_block_index']);
  },
);

/**
 * Cites a web search result.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const WebSearchResultLocationCitation: ObjectSchema<types.WebSearchResultLocationCitation> =
  openObject({
    type: z.literal('web_search_result_location'),
    ...cited('INF-155'),
    /** Opaque reference to the cited location in the result. Send it back unchanged. */
    encrypted_index: rule('INF-155', z.string()),
    /** Title of the page; null when it has no title. Required in requests, even if null. */
    title: rule('INF-155', title),
    /** URL of the page. */
    url: rule('INF-155', z.string()),
  });

/**
 * Cites a `search_result` block of the request.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const SearchResultLocationCitation: ObjectSchema<types.SearchResultLocationCitation> = openObject({
  type: z.literal('search_result_location'),
  ...cited('INF-156'),
  /**
   * 0-based index among all `search_result` blocks of the request in order, across messages and tool results.
   * Independent of `document_index`; results of the server's web search are not counted.
   */
  search_result_index: rule('INF-156', index),
  /** 0-based index of the first block of the result's content. */
  start_block_index: rule('INF-156', index),
  /** Index after the last block. */
  end_block_index: rule('INF-156', index),
  /** Source of the result. */
  source: rule('INF-156', z.string()),
  /** Title of the result; null when it has no title. Required in requests, even if null. */
  title: rule('INF-156', title),
});

/** Any kind of citation. */
export const TextCitation: Schema<types.TextCitation> = rule(
  'INF-150',
  openUnion('type', [
    CharLocationCitation,
    PageLocationCitation,
    ContentBlockLocationCitation,
    WebSearchResultLocationCitation,
    SearchResultLocationCitation,
  ]),
);

/** Enables citations of a document or search result. */
export const CitationsConfig: ObjectSchema<types.CitationsConfig> = object({
  /** Whether the reply may cite the document or search result. Default false. */
  enabled: z.boolean().optional(),
});
