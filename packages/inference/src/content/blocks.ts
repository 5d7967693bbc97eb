/** Creates content blocks from bytes, base64 and URLs. */
import { ConfigError, ParlanceError } from '@parlance/core-transport';
import { requireObject } from '@parlance/core-transport/internal';
import type {
  CitationsConfig,
  DocumentBlockParam,
  ImageBlockParam,
  ImageMediaType,
} from '@parlance/schemas/inference';
import { promisedMediaType, sniffMediaType } from './sniff-media-type.js';

/** Metadata of a document block. */
export interface DocumentFacts {
  /** Title, shown to the model and in citations. */
  readonly title?: string | undefined;
  /** Context for the model, such as the origin of the document. Never cited. */
  readonly context?: string | undefined;
  /** Whether the reply may cite the document. Default false. */
  readonly citations?: boolean | undefined;
}

/** Thrown when a file cannot be attached. `code` says why, for example `unsupported_file`. */
export class AttachmentError extends ParlanceError {
  /** Name of the class. */
  override get name(): string {
    return 'AttachmentError';
  }
}

/**
 * Creates an image block from base64 data.
 *
 * @param data - Image, encoded as base64.
 * @param mediaType - Media type of the image.
 */
export function imageFromBase64(data: string, mediaType: ImageMediaType): ImageBlockParam {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

/** Creates an image block from a URL that the service fetches. */
export function imageFromUrl(url: string): ImageBlockParam {
  return { type: 'image', source: { type: 'url', url } };
}

/** Creates a document block from a PDF, encoded as base64. */
export function pdfFromBase64(data: string, facts: DocumentFacts = {}): DocumentBlockParam {
  return {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data },
    ...metadataOf(facts),
  };
}

/** Creates a document block from the URL of a PDF that the service fetches. */
export function pdfFromUrl(url: string, facts: DocumentFacts = {}): DocumentBlockParam {
  return { type: 'document', source: { type: 'url', url }, ...metadataOf(facts) };
}

/** Creates a document block from plain text. */
export function documentFromText(text: string, facts: DocumentFacts = {}): DocumentBlockParam {
  return {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: text },
    ...metadataOf(facts),
  };
}

/** Metadata of a block created from bytes. */
export interface ByteFacts extends DocumentFacts {
  /** Name of the file. Its extension must match the content. Used as the title of a document unless `title` is set. */
  readonly filename?: string | undefined;
}

/**
 * Creates an image or document block from bytes. The type is detected from the content: JPEG, PNG, GIF, WebP, PDF or
 * UTF-8 text.
 *
 * @param data - Content of the file.
 * @param facts - Name of the file, and metadata of the document.
 * @throws {AttachmentError} With code `unsupported_file` for other content, `extension_mismatch` when the extension of
 *   `filename` belongs to another type.
 * @throws {ConfigError} When `data` is not a `Uint8Array`.
 */
export function blockFromBytes(
  data: Uint8Array,
  facts: ByteFacts = {},
): ImageBlockParam | DocumentBlockParam {
  requireObject('facts', facts);
  const { filename, ...rest } = facts;
  if (filename !== undefined && typeof filename !== 'string')
    throw new ConfigError('filename', 'filename must be a string');
  const type = sniffMediaType(data);
  const promised = filename === undefined ? undefined : promisedMediaType(filename);
  const name = filename ?? 'the file';
  if (promised !== undefined && type !== undefined && promised !== type)
    throw new AttachmentError(
      'extension_mismatch',
      `${name} contains ${type}, but its extension is for ${promised}`,
    );
  if (type === undefined)
    throw new AttachmentError(
      'unsupported_file',
      `${name} must be an image (JPEG, PNG, GIF, WebP), a PDF or UTF-8 text`,
    );
  const document = { title: filename, ...rest };
  if (type === 'text/plain') return documentFromText(new TextDecoder().decode(data), document);
  return type === 'application/pdf'
    ? pdfFromBase64(base64(data), document)
    : imageFromBase64(base64(data), type);
}

function metadataOf(facts: DocumentFacts): {
  title?: string;
  context?: string;
  citations?: CitationsConfig;
} {
  requireObject('facts', facts);
  const { title, context, citations } = facts;
  return {
    ...(title !== undefined && { title }),
    ...(context !== undefined && { context }),
    ...(citations !== undefined && { citations: { enabled: citations } }),
  };
}

const CHUNK = 0x8000;

/** Encodes in chunks, because engines limit the number of arguments of a call. */
function base64(data: Uint8Array): string {
  const native = (data as { toBase64?: () => string }).toBase64;
  if (native !== undefined) return native.call(data);
  const pieces: string[] = [];
  for (let at = 0; at < data.length; at += CHUNK)
    pieces.push(String.fromCharCode(...data.subarray(at, at + CHUNK)));
  return btoa(pieces.join(''));
}
