import type { Certificate, Manifest } from '../certificates/certificate.js';
import { partitionOf } from './partition-of.js';
import {
  readCertificatesAt,
  readChain,
  type CertificatePlace,
  type ReadCertificate,
} from './read-certificates.js';
import { Replacements } from './replacements.js';

/** Where the records of a part of an archive are: of a window of activities, of a partition of chats, or of the directory. */
export interface ArchivePart {
  readonly family: Certificate['unit']['family'];
  /** Names of its units. */
  readonly units: readonly string[];
  /** Users of a partition; empty for other parts. */
  readonly users: ReadonlySet<string>;
  /** The widest bounds of its units. */
  readonly bounds: Certificate['bounds'];
  /** Where the certificates with records are, oldest first. */
  readonly places: readonly CertificatePlace[];
  /** What later certificates have replaced, of all parts. */
  readonly replacements: Replacements;
}

/** Reads all certificates, and returns the parts in the order in which they were first sealed. Checks the chain. */
export async function readIndex(dir: string, manifest: Manifest): Promise<readonly ArchivePart[]> {
  const parts = new Map<string, IndexedPart>();
  const replacements = new Replacements();
  for await (const read of readChain(dir, manifest)) {
    const { certificate } = read;
    replacements.note(certificate);
    const { family, name } = certificate.unit;
    const key = family === 'chats' ? partitionOf(name) : name;
    const part = parts.get(key) ?? new IndexedPart(certificate, replacements);
    parts.set(key, part);
    part.add(read);
  }
  return [...parts.values()];
}

/**
 * Reads the certificates of a part that have records, oldest first.
 *
 * @param chat - Only those of revisions that contain a state of this chat.
 */
export async function certificatesOf(
  dir: string,
  { places, replacements }: ArchivePart,
  chat?: string,
): Promise<readonly Certificate[]> {
  const certificates: Certificate[] = [];
  for await (const certificate of readCertificatesAt(dir, places, replacements))
    if (chat === undefined || certificate.chats.some(([id]) => id === chat)) certificates.push(certificate);
  return certificates;
}

class IndexedPart implements ArchivePart {
  readonly family: ArchivePart['family'];
  readonly units: string[] = [];
  readonly users: Set<string> = new Set();
  readonly bounds: ArchivePart['bounds'];
  readonly places: CertificatePlace[] = [];
  readonly replacements: Replacements;

  constructor({ unit, bounds }: Certificate, replacements: Replacements) {
    this.replacements = replacements;
    this.family = unit.family;
    this.bounds = bounds;
  }

  add({ certificate: { unit, users, extents }, place }: ReadCertificate): void {
    if (!this.units.includes(unit.name)) this.units.push(unit.name);
    for (const user of users ?? []) this.users.add(user);
    if (extents.length > 0) this.places.push(place);
  }
}
