/** Reads the manifest and certificates of an archive. */
import { ArchiveError } from '../archive-error.js';
import { canonicalJson } from '../certificates/canonical-json.js';
import type { Certificate, Manifest } from '../certificates/certificate.js';
import { digestOf } from '../certificates/digest.js';
import { MANIFEST_PATH } from '../certificates/sealed-file.js';
import { readError } from './read-error.js';
import type { WrittenFile } from '../sinks/sink.js';

/** The version of the format that this release reads and writes. */
const FORMAT = 2;

/**
 * Parses the manifest.
 *
 * @throws {ArchiveError} When it is damaged or a newer release has written it.
 */
export function parseManifest(text: string): Manifest {
  const manifest = parseSealed<Manifest>(text, MANIFEST_PATH);
  const { digest, ...fields } = manifest;
  if (digest !== digestOf(fields) || !Number.isSafeInteger(manifest.certificates))
    throw new ArchiveError(
      'archive_damaged',
      { path: MANIFEST_PATH },
      'does not have the digest that it contains.',
    );
  return manifest;
}

/**
 * Parses a certificate.
 *
 * @param text - Content of its file.
 * @param path - Its path in the archive.
 * @throws {ArchiveError} When it is damaged or a newer release has written it.
 */
export function parseCertificate(text: string, path: string): Certificate {
  const certificate = parseSealed<Certificate>(text, path);
  if (!hasFields(certificate))
    throw new ArchiveError(
      'archive_damaged',
      { path },
      'is damaged: it does not have the fields of a certificate.',
    );
  return certificate;
}

/** Checks the fields that readers use, because the chain is checked later. */
function hasFields({
  unit,
  sequence,
  bounds,
  users,
  counts,
  files,
  records_digest,
}: Partial<Certificate>): boolean {
  return (
    isText(unit?.name) &&
    isText(unit.family) &&
    Number.isSafeInteger(unit.revision) &&
    Number.isSafeInteger(sequence) &&
    (bounds?.from === null || isText(bounds?.from)) &&
    isText(bounds.to) &&
    (users === null || (Array.isArray(users) && users.every(isText))) &&
    typeof counts === 'object' &&
    counts !== null &&
    Object.values(counts).every(Number.isSafeInteger) &&
    isText(records_digest) &&
    Array.isArray(files) &&
    files.every(isWrittenFile)
  );
}

function isWrittenFile(file: Partial<WrittenFile> | null): boolean {
  return (
    isArchivePath(file?.path) &&
    isText(file?.sha256) &&
    Number.isSafeInteger(file?.bytes) &&
    Number.isSafeInteger(file?.records)
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Returns whether a path stays in the archive. */
export function isArchivePath(path: unknown): path is string {
  return (
    typeof path === 'string' &&
    path !== '' &&
    !/[\\:\0]/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/** Every byte of these files counts, so anything but canonical JSON is damage. */
function parseSealed<Value extends { readonly format: number }>(text: string, path: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ArchiveError('archive_damaged', { path }, 'is damaged: expected JSON.', { cause: error });
  }
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (typeof format === 'number' && format > FORMAT)
    throw new ArchiveError(
      'archive_newer',
      { path },
      `has format ${format}, and this release reads format ${FORMAT}. Update \`@parlance/archive\`.`,
    );
  if (typeof format === 'number' && format < FORMAT)
    throw new ArchiveError(
      'archive_older',
      { path },
      `has format ${format}, of a preliminary release. Export again, with a new name, into a new folder.`,
    );
  if (format !== FORMAT || !isCanonical(value, text, path))
    throw new ArchiveError('archive_damaged', { path }, 'is damaged: expected canonical JSON of format 2.');
  return value as Value;
}

function isCanonical(value: unknown, text: string, path: string): boolean {
  try {
    return canonicalJson(value) === text;
  } catch (error) {
    throw readError({ path }, error);
  }
}
