/** Sources of images and documents in requests. */
import type { UnknownMember } from '../kit/open.js';
import type { ImageBlockParam } from './input-blocks.js';
import type { TextBlockParam } from './content-blocks.js';

/** Media types of images. */
export type ImageMediaType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** An image, encoded as base64. */
export interface Base64ImageSource {
  /** Always `base64`. */
  type: 'base64';
  /** Media type of the decoded data. */
  media_type: ImageMediaType;
  /** The data, encoded as base64. */
  data: string;
}

/** URL of an image or PDF. */
export interface UrlSource {
  /** Always `url`. */
  type: 'url';
  /** URL that the service fetches. */
  url: string;
}

/** An uploaded file. Requires a files beta, for example `files-api-2025-04-14`. */
export interface FileSource {
  /** Always `file`. */
  type: 'file';
  /** Id of the file. */
  file_id: string;
}

/** A PDF, encoded as base64. */
export interface Base64PdfSource {
  /** Always `base64`. */
  type: 'base64';
  /** Always `application/pdf`. */
  media_type: 'application/pdf';
  /** The data, encoded as base64. */
  data: string;
}

/** Plain text. */
export interface PlainTextSource {
  /** Always `text`. */
  type: 'text';
  /** Always `text/plain`. */
  media_type: 'text/plain';
  /** The text. */
  data: string;
}

/** Content split into blocks. Use it to control the granularity of citations, which refer to whole blocks. */
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
