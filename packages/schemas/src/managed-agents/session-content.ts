/** Content blocks of session events. */
import type { UnknownMember } from '../kit/open.js';

/** Text. */
export interface SessionTextBlock {
  /** The text. */
  text: string;
  /** Always `text`. */
  type: 'text';
}

/** Bytes within the event. */
export interface SessionBase64Source {
  /** The bytes in base64. */
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

/** Bytes at a URL. */
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
  /** Where the image is. */
  source: SessionBase64Source | SessionUrlSource | SessionFileSource;
  /** Always `image`. */
  type: 'image';
}

/** A document. */
export interface SessionDocumentBlock {
  /** Where the document is. */
  source: SessionBase64Source | SessionPlainTextSource | SessionUrlSource | SessionFileSource;
  /** Always `document`. */
  type: 'document';
  /** What the document is about. */
  context?: string | null | undefined;
  /** Title. */
  title?: string | null | undefined;
}

/** Whether a search result may be cited. */
export interface SessionSearchResultCitations {
  /** True allows it. */
  enabled: boolean;
}

/** A search result. */
export interface SessionSearchResultBlock {
  /** Whether it may be cited. */
  citations: SessionSearchResultCitations;
  /** Its text. */
  content: SessionTextBlock[];
  /** Where it was found. */
  source: string;
  /** Title. */
  title: string;
  /** Always `search_result`. */
  type: 'search_result';
}

/** A block of a message. */
export type SessionMessageBlock = SessionTextBlock | SessionImageBlock | SessionDocumentBlock;

/** A block of a tool's result. */
export type SessionToolResultBlock = SessionMessageBlock | SessionSearchResultBlock;

/** A block of a message, as events show it. */
export type SessionMessageContent = SessionMessageBlock | UnknownMember;

/** A block of a tool's result, as events show it. */
export type SessionToolResultContent = SessionToolResultBlock | UnknownMember;
