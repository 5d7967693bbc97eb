/** Detects media types. */
import { ConfigError } from '@parlance/core-transport';
import type { ImageMediaType } from '@parlance/schemas/inference';

/** Media types that can be attached to a message. */
export type AttachableMediaType = ImageMediaType | 'application/pdf' | 'text/plain';

interface Magic {
  readonly type: AttachableMediaType;
  readonly at: number;
  readonly bytes: string;
}

const MAGIC: readonly Magic[] = [
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/gif', at: 0, bytes: 'GIF87a' },
  { type: 'image/gif', at: 0, bytes: 'GIF89a' },
  { type: 'image/webp', at: 8, bytes: 'WEBP' },
  { type: 'application/pdf', at: 0, bytes: '%PDF-' },
];

/**
 * Detects the media type of bytes by their signature. Valid UTF-8 without control characters is `text/plain`.
 *
 * @param data - Content of the file.
 * @returns The media type; undefined when the content cannot be attached to a message.
 * @throws {ConfigError} When `data` is not a `Uint8Array`.
 */
export function sniffMediaType(data: Uint8Array): AttachableMediaType | undefined {
  // Not `instanceof`: the bytes can come from another realm, for example in a test runner.
  if (Object.prototype.toString.call(data) !== '[object Uint8Array]')
    throw new ConfigError('data', 'data must be a Uint8Array');
  const magic = MAGIC.find(({ at, bytes }) => startsWith(data, at, bytes));
  if (magic !== undefined) return magic.type;
  return isText(data) ? 'text/plain' : undefined;
}

function startsWith(data: Uint8Array, at: number, bytes: string): boolean {
  if (at === 8 && !startsWith(data, 0, 'RIFF')) return false;
  for (let index = 0; index < bytes.length; index++)
    if (data[at + index] !== bytes.charCodeAt(index)) return false;
  return true;
}

function isText(data: Uint8Array): boolean {
  // Of the control characters, text may contain tab, line feed, form feed and carriage return.
  if (data.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(data);
    return true;
  } catch {
    return false;
  }
}

const BY_EXTENSION: Readonly<Record<string, AttachableMediaType>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

/**
 * Returns the media type that belongs to the extension of a file name.
 *
 * @param filename - Name of the file.
 * @returns The media type; undefined when the extension is missing or does not belong to a type with a signature.
 */
export function promisedMediaType(filename: string): AttachableMediaType | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(BY_EXTENSION, extension)
    ? BY_EXTENSION[extension]
    : undefined;
}
