/** Citations: where in the request's documents a piece of text comes from. */
import type { UnknownMember } from '../kit/open.js';

/** Fields of every citation. */
interface Cited {
  /** The cited text. It counts neither as output tokens nor, when you send it back, as input tokens. */
  cited_text: string;
}

/** A citation within a document of the request. */
interface DocumentCited extends Cited {
  /** 0-based index of the document among all documents of the request. */
  document_index: number;
  /** Title of the document; null when it has no title. Required in requests, even if null. */
  document_title?: string | null | undefined;
  /** Id of the cited file; null if the document was not a file. Only in responses. */
  file_id?: string | null | undefined;
}

/**
 * Cites characters of a plain-text document.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface CharLocationCitation extends DocumentCited {
  /** Always `char_location`. */
  type: 'char_location';
  /** 0-based index of the first character. */
  start_char_index: number;
  /** Index after the last character. */
  end_char_index: number;
}

/**
 * Cites pages of a PDF document.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface PageLocationCitation extends DocumentCited {
  /** Always `page_location`. */
  type: 'page_location';
  /** 1-based number of the first page. */
  start_page_number: number;
  /** Number after the last page. */
  end_page_number: number;
}

/**
 * Cites whole blocks of a document whose source is content blocks.
 *
 * `cited_text` is the concatenated text of `content[start_block_index:end_block_index]`, never part of a block.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ContentBlockLocationCitation extends DocumentCited {
  /** Always `content_block_location`. */
  type: 'content_block_location';
  /** 0-based index of the first block. */
  start_block_index: number;
  /** Index after the last block, greater than `start_block_index`; for a single block `start_block_index + 1`. */
  end_block_index: number;
}

/**
 * Cites a web search result.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface WebSearchResultLocationCitation extends Cited {
  /** Always `web_search_result_location`. */
  type: 'web_search_result_location';
  /** Opaque reference to the cited location in the result. Send it back unchanged. */
  encrypted_index: string;
  /** Title of the page; null when it has no title. Required in requests, even if null. */
  title?: string | null | undefined;
  /** URL of the page. */
  url: string;
}

/**
 * Cites a `search_result` block of the request.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface SearchResultLocationCitation extends Cited {
  /** Always `search_result_location`. */
  type: 'search_result_location';
  /**
   * 0-based index among all `search_result` blocks of the request in order, across messages and tool results.
   * Independent of `document_index`; results of the server's web search are not counted.
   */
  search_result_index: number;
  /** 0-based index of the first block of the result's content. */
  start_block_index: number;
  /** Index after the last block. */
  end_block_index: number;
  /** Source of the result. */
  source: string;
  /** Title of the result; null when it has no title. Required in requests, even if null. */
  title?: string | null | undefined;
}

/** Any kind of citation. */
export type TextCitation =
  | CharLocationCitation
  | PageLocationCitation
  | ContentBlockLocationCitation
  | WebSearchResultLocationCitation
  | SearchResultLocationCitation
  | UnknownMember;

/** Enables citations of a document or search result. */
export interface CitationsConfig {
  /** Whether the reply may cite the document or search result. Default false. */
  enabled?: boolean | undefined;
}
