/** Converts files of prompts to content blocks. */
import { UnsupportedFunctionalityError, type LanguageModelV4FilePart } from '@ai-sdk/provider';
import { blockFromBytes, documentFromText, imageFromUrl, pdfFromUrl } from '@parlance/inference';
import type { DocumentBlockParam, ImageBlockParam } from '@parlance/schemas/inference';
import { cachingOf, partOptionsOf, PROVIDER } from './provider-options.js';

type FileFacts = Pick<LanguageModelV4FilePart, 'data' | 'mediaType' | 'filename' | 'providerOptions'>;

/**
 * Converts a file: images, PDFs and text. The type of bytes is detected from their content.
 *
 * @throws {UnsupportedFunctionalityError} When messages cannot contain the file.
 * @throws {AttachmentError} When the type of the bytes is not supported.
 */
export function fileBlock(file: FileFacts): ImageBlockParam | DocumentBlockParam {
  return { ...blockOf(file), ...cachingOf(file) };
}

function blockOf(file: FileFacts): ImageBlockParam | DocumentBlockParam {
  const { data, mediaType, filename } = file;
  const { title = filename, context, citations } = partOptionsOf(file);
  const facts = { title, context, citations: typeof citations === 'boolean' ? citations : undefined };
  const isImage = mediaType === 'image' || mediaType.startsWith('image/');
  if (data.type === 'data') return blockFromBytes(bytesOf(data.data), facts);
  if (data.type === 'text') return documentFromText(data.text, facts);
  if (data.type === 'reference') {
    const fileId = data.reference[PROVIDER];
    if (fileId === undefined)
      throw new UnsupportedFunctionalityError({ functionality: 'file references of other providers' });
    const source = { type: 'file' as const, file_id: fileId };
    if (isImage) return { type: 'image', source };
    return { type: 'document', source, ...(title !== undefined && { title }) };
  }
  if (isImage) return imageFromUrl(data.url.href);
  if (mediaType === 'application/pdf') return pdfFromUrl(data.url.href, facts);
  throw new UnsupportedFunctionalityError({ functionality: `URLs of files of type ${mediaType}` });
}

/** Returns bytes, which may be in base64. */
export function bytesOf(data: Uint8Array | string): Uint8Array {
  if (typeof data !== 'string') return data;
  return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
}
