/** Content blocks out of bytes, base64 and addresses. */
import { ParlanceError } from '@parlance/core-transport';
import { brandError } from '@parlance/core-transport/internal';
import type {
  CitationsConfig,
  DocumentBlockParam,
  ImageBlockParam,
  ImageMediaType,
} from '@parlance/schemas/inference';
import { promisedMediaType, sniffMediaType } from './sniff-media-type.js';

/** What can be said about a document. */
export interface DocumentFacts {
  /** Title, shown to the model and in citations. */
  readonly title?: string | undefined;
  /** What the model should know about it; never cited. */
  readonly context?: string | undefined;
  /** True lets the reply cite it. Default false. */
  readonly citations?: boolean | undefined;
}

/** A file cannot be attached. */
export class AttachmentError extends ParlanceError {
  static {
    brandError(this, 'AttachmentError');
  }
}

/**
 * Makes an image block from base64.
 *
 * @param data - The base64.
 * @param mediaType - Its media type.
 */
export function imageFromBase64(data: string, mediaType: ImageMediaType): ImageBlockParam {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

/** Makes an image block from an address. */
export function imageFromUrl(url: string): ImageBlockParam {
  return { type: 'image', source: { type: 'url', url } };
}

/** Makes a PDF block from base64. */
export function pdfFromBase64(data: string, facts: DocumentFacts = {}): DocumentBlockParam {
  return {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data },
    ...written(facts),
  };
}

/** Makes a PDF block from an address. */
export function pdfFromUrl(url: string, facts: DocumentFacts = {}): DocumentBlockParam {
  return { type: 'document', source: { type: 'url', url }, ...written(facts) };
}

/** Makes a document block from text. */
export function documentFromText(text: string, facts: DocumentFacts = {}): DocumentBlockParam {
  return {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: text },
    ...written(facts),
  };
}

/** What can be said about bytes. */
export interface ByteFacts extends DocumentFacts {
  /** Name of the file they come from; its extension must agree with them. Default title of a document. */
  readonly filename?: string | undefined;
}

/**
 * Makes the block that bytes are: an image, a PDF, or a document of text.
 *
 * @param data - The bytes.
 * @param facts - Name of the file, and what can be said about a document.
 * @throws {AttachmentError} `unsupported_file` for other bytes, `extension_mismatch` when the name promises others.
 */
export function blockFromBytes(
  data: Uint8Array,
  facts: ByteFacts = {},
): ImageBlockParam | DocumentBlockParam {
  const { filename, ...rest } = facts;
  const type = sniffMediaType(data);
  const promised = filename === undefined ? undefined : promisedMediaType(filename);
  const name = filename ?? 'the file';
  if (promised !== undefined && type !== undefined && promised !== type)
    throw new AttachmentError('extension_mismatch', `${name} is ${type}, which its extension does not say`);
  if (type === undefined)
    throw new AttachmentError(
      'unsupported_file',
      `${name} is no image (JPEG, PNG, GIF, WebP), PDF or text in UTF-8`,
    );
  const document = { title: filename, ...rest };
  if (type === 'text/plain') return documentFromText(new TextDecoder().decode(data), document);
  return type === 'application/pdf'
    ? pdfFromBase64(base64(data), document)
    : imageFromBase64(base64(data), type);
}

function written({ title, context, citations }: DocumentFacts): {
  title?: string;
  context?: string;
  citations?: CitationsConfig;
} {
  return {
    ...(title !== undefined && { title }),
    ...(context !== undefined && { context }),
    ...(citations !== undefined && { citations: { enabled: citations } }),
  };
}

const CHUNK = 0x8000;

/** Base64 in chunks: a call with a million arguments is more than an engine takes. */
function base64(data: Uint8Array): string {
  const native = (data as { toBase64?: () => string }).toBase64;
  if (native !== undefined) return native.call(data);
  const pieces: string[] = [];
  for (let at = 0; at < data.length; at += CHUNK)
    pieces.push(String.fromCharCode(...data.subarray(at, at + CHUNK)));
  return btoa(pieces.join(''));
}
