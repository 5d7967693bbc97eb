/** Content blocks that occur only in requests: images, documents, search results, tool results. */
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
  /** Source of the image. */
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
  /** Source of the document. */
  source: DocumentSource;
  /** Whether the reply may cite this source. Default: disabled. */
  citations?: CitationsConfig | null | undefined;
  /** Context for the model, such as the origin of the document. Never cited. */
  context?: string | null | undefined;
  /** Title, shown to the model and in citations. */
  title?: string | null | undefined;
}

/**
 * A search result that you supply, for example from your own retrieval. The reply can cite it.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface SearchResultBlockParam extends Cacheable {
  /** Always `search_result`. */
  type: 'search_result';
  /** Text of the result. */
  content: TextBlockParam[];
  /** Where the result was found, for example a URL. */
  source: string;
  /** Title of the result. */
  title: string;
  /** Whether the reply may cite this source. Default: disabled. */
  citations?: CitationsConfig | undefined;
}

/** Reference to a tool that your own tool search found. Its definition is then loaded. */
export interface ToolReferenceBlockParam extends Cacheable {
  /** Always `tool_reference`. */
  type: 'tool_reference';
  /** Name of a tool defined in the request. */
  tool_name: string;
}

/**
 * Result of a `tool_use` block of the previous turn.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export interface ToolResultBlockParam extends Cacheable {
  /** Always `tool_result`. */
  type: 'tool_result';
  /** Id of the `tool_use` block. */
  tool_use_id: string;
  /** Output of the tool; omit it when there was no output. */
  content?: string | ToolResultContentBlock[] | undefined;
  /** Whether the tool failed. Default false. */
  is_error?: boolean | undefined;
}

/** A content block of a tool result. */
export type ToolResultContentBlock =
  TextBlockParam | ImageBlockParam | SearchResultBlockParam | DocumentBlockParam | ToolReferenceBlockParam;
