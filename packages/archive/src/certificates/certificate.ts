/** Certificates: what was read for each unit of an export, and the digests that prove that it is unchanged. */
import type { RecordKind } from '../records/archive-record.js';
import type { ChatExtents, Extent, Unit } from './extent.js';

/** A later check of a sealed window of activities. */
export interface Recheck {
  /** Time of the check (RFC 3339, UTC, milliseconds). */
  readonly at: string;
  /** Delay after sealing that caused it, for example `24h`, or `sweep`. */
  readonly after: string;
  /** Number of records that were found in addition or changed. They are in a revision of the unit. */
  readonly found: number;
}

/** Where the records of an earlier certificate are since an archive was compacted, or records in it were erased. */
export interface Replacement {
  /** Position in the chain of the earlier certificate, whose own extents do not exist any more. */
  readonly sequence: number;
  /** Its `records_digest`, which is also that of the new extents. */
  readonly records_digest: string;
  /** The new extents. */
  readonly extents: readonly Extent[];
  /** The chats in them. */
  readonly chats: readonly ChatExtents[];
}

/**
 * Certifies one revision of a unit. Certificates are lines of canonical JSON in the folder `certificates`; the field `previous` chains them in
 * the order in which they were sealed.
 */
export interface Certificate {
  /** Version of the format. */
  readonly format: 3;
  /** The unit and revision. */
  readonly unit: Unit;
  /** Position in the chain, from 1. */
  readonly sequence: number;
  /** SHA-256 of the line of the previous certificate, without its line feed; null for the first one. */
  readonly previous: string | null;
  /** Bounds of time (RFC 3339, UTC, milliseconds): from inclusive, to exclusive. `from` is null if there is no lower bound. */
  readonly bounds: { readonly from: string | null; readonly to: string };
  /** Users of a partition of chats; null for other units. */
  readonly users: readonly string[] | null;
  /** Query of the lists that were read, without cursors. */
  readonly query: Readonly<Record<string, unknown>>;
  /** First and last cursor that the service returned; null if the result had one page. */
  readonly cursors: { readonly first: string | null; readonly last: string | null };
  /**
   * Ids of the requests, in the order of their responses. Those that have failed, and those that belong to no
   * unit, such as the check of the organization when a run is resumed, follow in the next certificate.
   */
  readonly request_ids: readonly string[];
  /** Number of records by kind. */
  readonly counts: { readonly [Kind in RecordKind]?: number };
  /** SHA-256 over the lines `kind id digest` of all records, sorted. */
  readonly records_digest: string;
  /** Where the records are, in the order in which they were written. */
  readonly extents: readonly Extent[];
  /** The chats whose states are in this revision, with the extents that contain them. */
  readonly chats: readonly ChatExtents[];
  /** Checks since then. They are added by certificates of later revisions, for the same unit. */
  readonly recheck: Recheck | null;
  /** Activities `compliance_api_accessed` that were found for requests of this export; null while it is not known. */
  readonly own_requests_seen: number | null;
  /** Where records of earlier certificates are now. Reserved: this release reads it and does not write it. */
  readonly replaces?: readonly Replacement[] | undefined;
  /** Time of sealing (RFC 3339, UTC, milliseconds). */
  readonly sealed_at: string;
}

/** The table of contents of an archive: `manifest.json`, a file of canonical JSON. */
export interface Manifest {
  /** Version of the format. */
  readonly format: 3;
  /** Name of the export. */
  readonly export: string;
  /** Ids of the organizations that the archive belongs to; undefined while they are unknown. */
  readonly organizations?: readonly string[] | undefined;
  /** Digest of the definition of the export: its sources, filters and windows. */
  readonly definition: string;
  /** Number of certificates. */
  readonly certificates: number;
  /** SHA-256 of the line of the last certificate, without its line feed; null while there are no certificates. */
  readonly head: string | null;
  /** Time of the last change (RFC 3339, UTC, milliseconds). */
  readonly updated_at: string;
  /** SHA-256 of the canonical JSON of the manifest without this field. It detects damage of the other fields. */
  readonly digest: string;
}
