/** Where an image or document of a request comes from. */
import type { UnknownMember } from '../kit/open.js';
import type { ImageBlockParam } from './input-blocks.js';
import type { TextBlockParam } from './content-blocks.js';

/** Media types of images. */
export type ImageMediaType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** An image as base64. */
export interface Base64ImageSource {
  /** Always `base64`. */
  type: 'base64';
  /** Media type of the decoded data. */
  media_type: ImageMediaType;
  /** The data, base64. */
  data: string;
}

/** An image or PDF at an address. */
export interface UrlSource {
  /** Always `url`. */
  type: 'url';
  /** The address. */
  url: string;
}

/** An uploaded file. Needs a files beta, for example `files-api-2025-04-14`. */
export interface FileSource {
  /** Always `file`. */
  type: 'file';
  /** Id of the file. */
  file_id: string;
}

/** A PDF as base64. */
export interface Base64PdfSource {
  /** Always `base64`. */
  type: 'base64';
  /** Always `application/pdf`. */
  media_type: 'application/pdf';
  /** The data, base64. */
  data: string;
}

/** Plain text. */
export interface PlainTextSource {
  /** Always `text`. */
  type: 'text';
  /** Always `text/plain`. */
  media_type: 'text/plain';
  /** The text itself. */
  data: string;
}

/** Content of the caller's own division, so that citations point at whole blocks. */
export interface ContentSource {
  /** Always `content`. */
  type: 'content';
  /** A string, or text and image blocks. */
  content: string | (TextBlockParam | ImageBlockParam)[];
}

/** Source of an image. */
export type ImageSource = Base64ImageSource | UrlSource | FileSource;

/** Source of a document. */
export type DocumentSource =
  Base64PdfSource | PlainTextSource | ContentSource | UrlSource | FileSource | UnknownMember;
