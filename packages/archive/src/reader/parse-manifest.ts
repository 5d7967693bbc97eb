/** Reads the manifest and certificates of an archive. */
import { ArchiveError, damaged, type ArchivePlace } from '../archive-error.js';
import { canonicalJson } from '../certificates/canonical-json.js';
import type { Certificate, Manifest, Replacement } from '../certificates/certificate.js';
import { digestOf } from '../certificates/digest.js';
import { MANIFEST_PATH, SEGMENT_FOLDER } from '../certificates/sealed-file.js';
import { readError } from './read-error.js';
import type { ChatExtents, Extent } from '../certificates/extent.js';

/** The version of the format that this release reads and writes. */
const FORMAT = 3;

/** A longer extent is damage. It bounds the memory of a reader. */
export const MAX_EXTENT_BYTES = 268_435_456;

/**
 * Parses the manifest.
 *
 * @throws {ArchiveError} When it is damaged or a newer release has written it.
 */
export function parseManifest(text: string): Manifest {
  const manifest = parseSealed<Manifest>(text, { path: MANIFEST_PATH });
  const { digest, ...fields } = manifest;
  if (digest !== digestOf(fields) || !isCount(manifest.certificates))
    throw damaged({ path: MANIFEST_PATH }, 'does not have the digest that it contains.');
  return manifest;
}

/**
 * Parses a certificate.
 *
 * @param text - Its line.
 * @param place - Its place in the archive.
 * @throws {ArchiveError} When it is damaged or a newer release has written it.
 */
export function parseCertificate(text: string, place: ArchivePlace): Certificate {
  const certificate = parseSealed<Certificate>(text, place);
  if (!hasFields(certificate))
    throw damaged(place, 'is damaged: it does not have the fields of a certificate.');
  return certificate;
}

/** Checks the fields that readers use, because the chain is checked later. */
function hasFields({
  unit,
  sequence,
  bounds,
  users,
  counts,
  extents,
  chats,
  records_digest,
  replaces = [],
}: Partial<Certificate>): boolean {
  return (
    isText(unit?.name) &&
    isText(unit.family) &&
    isCount(unit.revision) &&
    isCount(sequence) &&
    (bounds?.from === null || isText(bounds?.from)) &&
    isText(bounds.to) &&
    (users === null || (Array.isArray(users) && users.every(isText))) &&
    typeof counts === 'object' &&
    counts !== null &&
    Object.values(counts).every(isCount) &&
    isText(records_digest) &&
    hasExtents({ extents, chats }) &&
    Array.isArray(replaces) &&
    replaces.every((replacement) => isReplacement(replacement, sequence))
  );
}

function isReplacement(replacement: Partial<Replacement> | null, replacing: number): boolean {
  return (
    isCount(replacement?.sequence) &&
    replacement.sequence < replacing &&
    isText(replacement.records_digest) &&
    hasExtents(replacement)
  );
}

function hasExtents({ extents, chats }: { readonly extents?: unknown; readonly chats?: unknown }): boolean {
  return (
    Array.isArray(extents) &&
    extents.every(isExtent) &&
    Array.isArray(chats) &&
    chats.every((chat) => isChatExtents(chat, extents.length))
  );
}

function isExtent(extent: Partial<Extent> | null): boolean {
  return (
    isArchivePath(extent?.path) &&
    extent.path.startsWith(`${SEGMENT_FOLDER}/`) &&
    isText(extent.sha256) &&
    isCount(extent.offset) &&
    isCount(extent.bytes) &&
    extent.bytes <= MAX_EXTENT_BYTES &&
    isCount(extent.records)
  );
}

function isChatExtents(chat: Partial<ChatExtents> | null, extents: number): boolean {
  const [id, first, last] = Array.isArray(chat) ? (chat as Partial<ChatExtents>) : [];
  return isText(id) && isCount(first) && isCount(last) && first <= last && last < extents;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
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
function parseSealed<Value extends { readonly format: number }>(text: string, place: ArchivePlace): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged(place, 'is damaged: expected JSON.', error);
  }
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (typeof format === 'number' && format > FORMAT)
    throw new ArchiveError(
      'archive_newer',
      place,
      `has format ${format}, and this release reads format ${FORMAT}. Update \`@parlance/archive\`.`,
    );
  if (typeof format === 'number' && format < FORMAT)
    throw new ArchiveError(
      'archive_older',
      place,
      `has format ${format}, of a preliminary release. Export again, with a new name, into a new folder.`,
    );
  if (format !== FORMAT || !isCanonical(value, text, place))
    throw damaged(place, 'is damaged: expected canonical JSON of format 3.');
  return value as Value;
}

function isCanonical(value: unknown, text: string, place: ArchivePlace): boolean {
  try {
    return canonicalJson(value) === text;
  } catch (error) {
    throw readError(place, error);
  }
}
