/** Text of files that people attach: what is searched of their contents. */
import type { Readable } from 'node:stream';
import type { ArchivedFile } from '../records/archive-record.js';
import { storedText } from '../records/record-columns.js';
import { ArchiveError } from '../archive-error.js';
import { htmlText } from './html-text.js';

/** Why the content of a file is not searched. */
export type FileTextProblem = 'type' | 'too_large' | 'not_text' | 'no_archive' | 'damaged' | 'extract_failed';

/** The text of a file, or why there is none. */
export type FileText = { readonly text: string } | { readonly problem: FileTextProblem };

/**
 * Returns the text of a file that is not plain text itself, for example of a PDF; null for types that it does not read. What it throws counts as
 * `extract_failed`.
 */
export type ExtractText = (file: ArchivedFile, content: Uint8Array) => Promise<string | null> | string | null;

const MAX_BYTES = 8_388_608;
const MAX_CHARACTERS = 1_000_000;
const TEXT_TYPE = /^(?:text\/[\w.+-]+|application\/json)(?:;|$)/i;
const TEXT_NAME = /\.(?:txt|md|markdown|csv|json|html?)$/i;
const HTML = /^text\/html(?:;|$)/i;
const JSON_TYPE = /^application\/json(?:;|$)/i;

/** Reads the text of a file. Plain text must be UTF-8. A file that is missing or damaged in the archive does not stop an export. */
export async function readFileText(
  file: ArchivedFile,
  open: () => Readable | null,
  extract: ExtractText | undefined,
): Promise<FileText> {
  const isText = TEXT_TYPE.test(file.mime_type ?? '') || TEXT_NAME.test(file.name ?? '');
  if (!isText && extract === undefined) return { problem: 'type' };
  if (file.size_bytes > MAX_BYTES) return { problem: 'too_large' };
  const content = open();
  if (content === null) return { problem: 'no_archive' };
  const bytes = await contentOf(content);
  if (bytes === null) return { problem: 'damaged' };
  const text = isText ? plainText(file, bytes) : await extracted(extract, file, bytes);
  if (typeof text !== 'string') return text;
  return text.length > MAX_CHARACTERS ? { problem: 'too_large' } : { text: storedText(text) };
}

async function contentOf(content: Readable): Promise<Buffer | null> {
  try {
    return Buffer.concat(await content.toArray());
  } catch (error) {
    if (ArchiveError.is(error)) return null;
    throw error;
  }
}

function plainText({ mime_type: type, name }: ArchivedFile, bytes: Uint8Array): string | FileText {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (HTML.test(type ?? '') || /\.html?$/i.test(name ?? '')) return htmlText(text);
    return JSON_TYPE.test(type ?? '') || /\.json$/i.test(name ?? '') ? jsonText(text) : text;
  } catch {
    return { problem: 'not_text' };
  }
}

async function extracted(
  extract: ExtractText | undefined,
  file: ArchivedFile,
  bytes: Uint8Array,
): Promise<string | FileText> {
  try {
    return (await extract?.(file, bytes)) ?? { problem: 'type' };
  } catch {
    return { problem: 'extract_failed' };
  }
}

/** Names and values, without the escapes of JSON. Text that is not JSON is searched as it is. */
function jsonText(text: string): string {
  try {
    const found: string[] = [];
    // Deep nesting would exhaust the stack of a recursive function.
    const waiting: unknown[] = [JSON.parse(text)];
    while (waiting.length > 0) {
      const value = waiting.pop();
      const members = membersOf(value);
      if (members === null) found.push(String(value));
      for (const member of members?.toReversed() ?? []) waiting.push(member);
    }
    return found.join('\n');
  } catch {
    return text;
  }
}

function membersOf(value: unknown): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value) ? value : Object.entries(value).flat(1);
}
