/** Content blocks of session events. */
import type { UnknownMember } from '../kit/open.js';

/** Text. */
export interface SessionTextBlock {
  /** The text. */
  text: string;
  /** Always `text`. */
  type: 'text';
}

/** Base64 data within an event. */
export interface SessionBase64Source {
  /** The data, encoded as base64. */
  data: string;
  /** Media type. */
  media_type: string;
  /** Always `base64`. */
  type: 'base64';
}

/** Text within the event. */
export interface SessionPlainTextSource {
  /** The text. */
  data: string;
  /** Always `text/plain`. */
  media_type: 'text/plain';
  /** Always `text`. */
  type: 'text';
}

/** Data at a URL. */
export interface SessionUrlSource {
  /** Always `url`. */
  type: 'url';
  /** The URL. */
  url: string;
}

/** An uploaded file. */
export interface SessionFileSource {
  /** The file. */
  file_id: string;
  /** Always `file`. */
  type: 'file';
}

/** An image. */
export interface SessionImageBlock {
  /** Source of the image. */
  source: SessionBase64Source | SessionUrlSource | SessionFileSource;
  /** Always `image`. */
  type: 'image';
}

/** A document. */
export interface SessionDocumentBlock {
  /** Source of the document. */
  source: SessionBase64Source | SessionPlainTextSource | SessionUrlSource | SessionFileSource;
  /** Always `document`. */
  type: 'document';
  /** Context for the model. */
  context?: string | null | undefined;
  /** Title. */
  title?: string | null | undefined;
}

/** Whether a search result can be cited. */
export interface SessionSearchResultCitations {
  /** True when it can be cited. */
  enabled: boolean;
}

/** A search result. */
export interface SessionSearchResultBlock {
  /** Whether it can be cited. */
  citations: SessionSearchResultCitations;
  /** Text of the result. */
  content: SessionTextBlock[];
  /** Source of the result. */
  source: string;
  /** Title. */
  title: string;
  /** Always `search_result`. */
  type: 'search_result';
}

/** A block of a message. */
export type SessionMessageBlock = SessionTextBlock | SessionImageBlock | SessionDocumentBlock;

/** A block of a tool result. */
export type SessionToolResultBlock = SessionMessageBlock | SessionSearchResultBlock;

/** A block of a message, in events. */
export type SessionMessageContent = SessionMessageBlock | UnknownMember;

/** A block of a tool result, in events. */
export type SessionToolResultContent = SessionToolResultBlock | UnknownMember;
