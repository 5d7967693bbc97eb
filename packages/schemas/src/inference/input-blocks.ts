/** Content blocks that only a request holds: images, documents, search results, tool results. */
import type { Cacheable } from './cache-control.js';
import type { CitationsConfig } from './citations.js';
import type { TextBlockParam } from './content-blocks.js';
import type { DocumentSource, ImageSource } from './sources.js';

/**
 * An image.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ImageBlockParam extends Cacheable {
  /** Always `image`. */
  type: 'image';
  /** Where it comes from. */
  source: ImageSource;
}

/**
 * A document: PDF, plain text, or content blocks.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface DocumentBlockParam extends Cacheable {
  /** Always `document`. */
  type: 'document';
  /** Where it comes from. */
  source: DocumentSource;
  /** Whether the reply may cite it. Off by default. */
  citations?: CitationsConfig | null | undefined;
  /** What the model should know about the document; never cited. */
  context?: string | null | undefined;
  /** Title, shown to the model and in citations. */
  title?: string | null | undefined;
}

/**
 * A search result of the caller's own search.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface SearchResultBlockParam extends Cacheable {
  /** Always `search_result`. */
  type: 'search_result';
  /** The text found. */
  content: TextBlockParam[];
  /** Where it was found, for example an address. */
  source: string;
  /** Title. */
  title: string;
  /** Whether the reply may cite it. Off by default. */
  citations?: CitationsConfig | undefined;
}

/** Names a tool that a client-side tool search found; loads its definition. */
export interface ToolReferenceBlockParam extends Cacheable {
  /** Always `tool_reference`. */
  type: 'tool_reference';
  /** Name of a tool of the request. */
  tool_name: string;
}

/**
 * Answers a `tool_use` block of the turn before.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ToolResultBlockParam extends Cacheable {
  /** Always `tool_result`. */
  type: 'tool_result';
  /** Id of the `tool_use` block answered. */
  tool_use_id: string;
  /** What the tool gave; left out when it gave nothing. */
  content?: string | ToolResultContentBlock[] | undefined;
  /** True when the tool failed. Default false. */
  is_error?: boolean | undefined;
}

/** A block inside a tool result. */
export type ToolResultContentBlock =
  TextBlockParam | ImageBlockParam | SearchResultBlockParam | DocumentBlockParam | ToolReferenceBlockParam;
