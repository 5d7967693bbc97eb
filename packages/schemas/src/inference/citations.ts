/** Citations: where in the request's documents a piece of text comes from. */
import type { UnknownMember } from '../kit/open.js';

/** What every citation has. */
interface Cited {
  /** The text cited. It counts neither as output tokens nor, sent back, as input tokens. */
  cited_text: string;
}

/** A citation within a document of the request. */
interface DocumentCited extends Cited {
  /** 0-based place of the document among all documents of the request. */
  document_index: number;
  /** Title of the document; null when it has none. A reply may leave a null out, a request may not. */
  document_title?: string | null | undefined;
  /** Id of the cited file, null when the document was not a file. Only in responses. */
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
  /** 0-based first character. */
  start_char_index: number;
  /** Character after the last one. */
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
  /** 1-based first page. */
  start_page_number: number;
  /** Page after the last one. */
  end_page_number: number;
}

/**
 * Cites whole blocks of a document that was given as content blocks.
 *
 * `cited_text` is the text of `content[start_block_index:end_block_index]` joined, never a part of one block.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ContentBlockLocationCitation extends DocumentCited {
  /** Always `content_block_location`. */
  type: 'content_block_location';
  /** 0-based first block. */
  start_block_index: number;
  /** Block after the last one, greater than `start_block_index`; for a single block `start_block_index + 1`. */
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
  /** Opaque place in the result; sent back unchanged. */
  encrypted_index: string;
  /** Title of the page; null when it has none. A reply may leave a null out, a request may not. */
  title?: string | null | undefined;
  /** Address of the page. */
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
   * 0-based place among all `search_result` blocks of the request in order, across messages and tool results. Counted
   * apart from `document_index`; server-side web search results do not count.
   */
  search_result_index: number;
  /** 0-based first block of the result's content. */
  start_block_index: number;
  /** Block after the last one. */
  end_block_index: number;
  /** Source of the result. */
  source: string;
  /** Title of the result; null when it has none. A reply may leave a null out, a request may not. */
  title?: string | null | undefined;
}

/** A citation of any kind. */
export type TextCitation =
  | CharLocationCitation
  | PageLocationCitation
  | ContentBlockLocationCitation
  | WebSearchResultLocationCitation
  | SearchResultLocationCitation
  | UnknownMember;

/** Switches citations of a document or search result on. */
export interface CitationsConfig {
  /** True lets the reply cite it. Default false. */
  enabled?: boolean | undefined;
}
