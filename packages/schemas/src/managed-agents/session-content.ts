/** Content blocks of session events. */
import type { UnknownMember } from '../kit/open.js';

/** A text block. */
export interface SessionTextBlock {
  /** The text. */
  text: string;
  /** Always `text`. */
  type: 'text';
}

/** A text that was removed from the event. */
export interface SessionRedactedBlock {
  /** Always `redacted`. */
  type: 'redacted';
}

/** Data in the event, encoded as base64. */
export interface SessionBase64Source {
  /** The data, encoded as base64. */
  data: string;
  /** Media type of the decoded data. */
  media_type: string;
  /** Always `base64`. */
  type: 'base64';
}

/** Plain text in the event. */
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
  /** URL that the service fetches. */
  url: string;
}

/** An uploaded file. */
export interface SessionFileSource {
  /** Identifier of the file. */
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
  /** Title of the document. */
  title?: string | null | undefined;
}

/** Whether a search result can be cited. */
export interface SessionSearchResultCitations {
  /** Whether the result can be cited. */
  enabled: boolean;
}

/** A search result. */
export interface SessionSearchResultBlock {
  /** Whether the result can be cited. */
  citations: SessionSearchResultCitations;
  /** Text of the result. */
  content: SessionTextBlock[];
  /** Source of the result. */
  source: string;
  /** Title of the result. */
  title: string;
  /** Always `search_result`. */
  type: 'search_result';
}

/** A content block of a message. */
export type SessionMessageBlock = SessionTextBlock | SessionImageBlock | SessionDocumentBlock;

/** A content block of a tool result. */
export type SessionToolResultBlock = SessionMessageBlock | SessionSearchResultBlock;

/** A content block of a message, in events. */
export type SessionMessageContent = SessionMessageBlock | UnknownMember;

/** A content block of a tool result, in events. */
export type SessionToolResultContent = SessionToolResultBlock | UnknownMember;
