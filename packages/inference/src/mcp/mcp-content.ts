/** Converts content of MCP servers to content blocks. */
import type { DocumentBlockParam, ImageBlockParam, TextBlockParam } from '@parlance/schemas/inference';
import { AttachmentError, blockFromBytes, documentFromText } from '../content/blocks.js';
import type { McpContent, McpResourceContents } from './mcp-client.js';

/** A content block of user turns and tool results. */
export type McpBlock = TextBlockParam | ImageBlockParam | DocumentBlockParam;

/**
 * Converts a content block. Text becomes text, images become images, and embedded resources become documents or images. A
 * link becomes text with its URI. Empty text is dropped, because messages cannot contain it.
 *
 * @throws {AttachmentError} With code `unsupported_file` for audio, and for types of files that messages cannot contain.
 */
export function blocksOf(content: McpContent): McpBlock[] {
  const { type, text, data, mimeType, uri, name, resource } = content;
  if (type === 'text') return text === undefined || text === '' ? [] : [{ type: 'text', text }];
  if (type === 'resource_link') return [{ type: 'text', text: `${name ?? 'Resource'}: ${uri ?? ''}` }];
  if (type === 'resource' && resource !== undefined) return resourceBlocks(resource);
  if (type === 'image' && data !== undefined) return [blockFromBytes(bytesOf(data))];
  throw new AttachmentError(
    'unsupported_file',
    `messages cannot contain the ${type}${mimeType === undefined ? '' : ` (${mimeType})`} of the MCP server`,
  );
}

/**
 * Converts the content of a resource: text to a text document, bytes to an image, a PDF or a text document.
 *
 * @throws {AttachmentError} With code `unsupported_file` for types of files that messages cannot contain.
 */
export function resourceBlocks({ uri, text, blob }: McpResourceContents): McpBlock[] {
  if (blob !== undefined) return [blockFromBytes(bytesOf(blob), { title: titleOf(uri) })];
  return text === undefined || text === '' ? [] : [documentFromText(text, { title: titleOf(uri) })];
}

/** Titles of documents have at most 500 characters. */
function titleOf(uri: string): string {
  return uri.slice(0, 500);
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
