/** Bodies of `multipart/form-data` requests, in the form of a recording. */
import { digest } from '../engine/digest.js';
import { createFormReader, type Part } from '../engine/multipart.js';
import { Refusal } from '../engine/refusal.js';
import { memoryWriter, readContent } from '../world/content.js';
import type { ContentMode, Masker } from './mask.js';

/** A part of a recorded form. */
interface RecordedPart {
  readonly name: string;
  /** Value of a plain field. */
  readonly value?: unknown;
  readonly filename?: string;
  readonly content_type?: string;
  /** Size of a file, in bytes. */
  readonly size?: number;
  /** SHA-256 digest of a file, in hexadecimal. */
  readonly sha256?: string;
  /** Content of a small file, if content is kept. It is not compared, because the digest is. */
  readonly base64?: string;
}

interface RecordedForm {
  readonly multipart: readonly RecordedPart[];
}

/** Size of the largest file whose content is recorded. */
const MAX_KEPT_BYTES = 1024 * 1024;
const FIELD_NAME = /^[\w.[\]-]{1,128}$/;
const MEDIA_TYPE = /^[a-z]{1,20}\/[a-z0-9.+-]{1,100}$/;

/** Returns the parts of a form; undefined if it is malformed. */
export function partsOf(contentType: string, body: Uint8Array): readonly Part[] | undefined {
  try {
    const reader = createFormReader(contentType, memoryWriter);
    reader.push(body);
    return reader.end();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Returns the masked form of a request. It depends neither on the boundary nor on the order of parts with different names.
 *
 * @param parts - Parts of the form.
 * @param masker - Masks the fields.
 * @param content - What to do with the names of files.
 */
export function recordedForm(parts: readonly Part[], masker: Masker, content: ContentMode): RecordedForm {
  const text = (value: string, safe?: RegExp): string =>
    content === 'kept' || safe?.test(value) === true ? value : `[${value.length} characters]`;
  const sorted = parts.toSorted(
    (left, right) => Number(left.name > right.name) - Number(left.name < right.name),
  );
  return {
    multipart: sorted.map(({ name, filename, contentType, content: bytes }): RecordedPart => {
      const field = { name: text(name, FIELD_NAME) };
      if (filename === undefined) {
        const masked = masker.mask({ [name]: readContent(bytes).toString() }) as Record<string, unknown>;
        return { ...field, value: masked[name] };
      }
      return {
        ...field,
        filename: text(filename),
        content_type: text((contentType.split(';')[0] ?? '').trim().toLowerCase(), MEDIA_TYPE),
        size: bytes.size,
        sha256: digest('sha256', bytes.chunks(), 'hex'),
      };
    }),
  };
}

/** Returns a form with the contents of its small files, unless they are masked or contain a secret. */
export function withContents(form: RecordedForm, parts: readonly Part[], masker: Masker): RecordedForm {
  const contents = new Map(
    parts.flatMap(({ filename, content }): [string, string][] => {
      if (filename === undefined || content.size > MAX_KEPT_BYTES) return [];
      const base64 = masker.base64(readContent(content));
      return base64 === undefined ? [] : [[digest('sha256', content.chunks(), 'hex'), base64]];
    }),
  );
  return {
    multipart: form.multipart.map((part) => {
      const base64 = contents.get(part.sha256 ?? '');
      return base64 === undefined ? part : { ...part, base64 };
    }),
  };
}

/** Returns a recorded body without the contents of files. */
export function withoutContents(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('multipart' in body)) return body;
  if (!Array.isArray(body.multipart)) return body;
  const parts: readonly unknown[] = body.multipart;
  return {
    ...body,
    multipart: parts.map((part) => {
      if (typeof part !== 'object' || part === null || !('sha256' in part)) return part;
      return { ...part, base64: undefined };
    }),
  };
}
