import type { Certificate, Manifest } from '../certificates/certificate.js';
import { partitionOf } from './partition-of.js';
import { readCertificate, readCertificates } from './read-certificates.js';

/** Where the records of a part of an archive are: of a window of activities, of a partition of chats, or of the directory. */
export interface ArchivePart {
  readonly family: Certificate['unit']['family'];
  /** Names of its units. */
  readonly units: readonly string[];
  /** Users of a partition; empty for other parts. */
  readonly users: ReadonlySet<string>;
  /** The widest bounds of its units. */
  readonly bounds: Certificate['bounds'];
  /** Positions of the certificates with records, oldest first. */
  readonly sequences: readonly number[];
}

/** Reads all certificates, and returns the parts in the order in which they were first sealed. Checks the chain. */
export async function readIndex(dir: string, manifest: Manifest): Promise<readonly ArchivePart[]> {
  const parts = new Map<string, IndexedPart>();
  for await (const certificate of readCertificates(dir, manifest)) {
    const { family, name } = certificate.unit;
    const key = family === 'chats' ? partitionOf(name) : name;
    const part = parts.get(key) ?? new IndexedPart(certificate);
    parts.set(key, part);
    part.add(certificate);
  }
  return [...parts.values()];
}

/** Reads the certificates of a part that have records, oldest first. */
export async function certificatesOf(
  dir: string,
  { sequences }: Pick<ArchivePart, 'sequences'>,
): Promise<readonly Certificate[]> {
  const certificates: Certificate[] = [];
  for (const sequence of sequences) certificates.push((await readCertificate(dir, sequence)).certificate);
  return certificates;
}

class IndexedPart implements ArchivePart {
  readonly family: ArchivePart['family'];
  readonly units: string[] = [];
  readonly users: Set<string> = new Set();
  readonly bounds: ArchivePart['bounds'];
  readonly sequences: number[] = [];

  constructor({ unit, bounds }: Certificate) {
    this.family = unit.family;
    this.bounds = bounds;
  }

  add({ unit, users, files, sequence }: Certificate): void {
    if (!this.units.includes(unit.name)) this.units.push(unit.name);
    for (const user of users ?? []) this.users.add(user);
    if (files.length > 0) this.sequences.push(sequence);
  }
}
