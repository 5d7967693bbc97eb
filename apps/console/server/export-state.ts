/** What the page shows of an export. */
import {
  openArchive,
  type Certificate,
  type ExportEvent,
  type ExportFailure,
  type ExportStatus,
} from '@parlance/archive';
import type { ExportRequest } from './export-request.js';
import { problemOf, type Problem } from './problem.js';

/** Totals of what an export has written. */
export interface ExportTotals {
  /** Number of records by kind. */
  readonly counts: Certificate['counts'];
  /** Size of the records. */
  readonly bytes: number;
}

/** What the store remembers of an export, besides the state that `@parlance/archive` keeps in it. */
export interface SavedExport {
  readonly id: string;
  readonly createdAt: string;
  readonly request: ExportRequest;
  /** Host of the service that the export reads from. */
  readonly source: string;
}

/** An export as the page shows it. */
export interface ExportState extends SavedExport, ExportTotals {
  /** `waiting` means that the service is unreachable; the export resumes automatically. */
  readonly state: 'running' | 'waiting' | 'paused' | 'failed' | 'done';
  /** Share of the windows or groups of people that are done, from 0 to 1. Null while unknown. */
  readonly share: number | null;
  /** Estimated time to the end. Null while unknown. */
  readonly remainingMs: number | null;
  readonly problem?: Problem | undefined;
  /** Items that could not be read. */
  readonly failures: readonly ExportFailure[];
  /** Folder of the export, on the machine that runs the console. */
  readonly folder: string;
  /** Names of the files to download. */
  readonly files: readonly string[];
}

/** Returns the state of an export that is not running. */
export function stateOf(
  status: ExportStatus | undefined,
  failures: readonly ExportFailure[],
): ExportState['state'] {
  if (status?.state === 'done') return failures.length > 0 ? 'failed' : 'done';
  return status?.problem == null ? 'paused' : 'failed';
}

type Progress = Pick<ExportState, 'share' | 'remainingMs'>;

/** Returns the progress of an export. */
export function progressOf(
  units:
    (Pick<ExportStatus, 'windows' | 'partitions'> & { readonly remainingMs?: number | null }) | undefined,
): Progress {
  if (units === undefined) return { share: null, remainingMs: null };
  const { windows, partitions, remainingMs = null } = units;
  const sealed = windows.sealed + partitions.sealed;
  const all = sealed + windows.open + partitions.open + windows.failed + partitions.failed;
  return { share: all === 0 ? null : sealed / all, remainingMs };
}

/** Returns an export after an event of its run. */
export function after(known: ExportState, event: ExportEvent): ExportState {
  switch (event.type) {
    case 'progress':
      return { ...known, ...progressOf(event) };
    case 'sealed':
      return { ...known, ...addTotals(known, event.certificate) };
    case 'waiting':
      return { ...known, problem: problemOf(event.error) };
    case 'failed':
      return { ...known, failures: [...known.failures, event.failure] };
    default:
      return known;
  }
}

/** Adds what a certificate is for. */
function addTotals(totals: ExportTotals, { counts, extents }: Certificate): ExportTotals {
  const sum: Record<string, number> = { ...totals.counts };
  for (const [kind, count] of Object.entries(counts)) sum[kind] = (sum[kind] ?? 0) + count;
  return { counts: sum, bytes: extents.reduce((bytes, extent) => bytes + extent.bytes, totals.bytes) };
}

/** Reads the totals of an archive, up to what cannot be read, which its verification reports. */
export async function totalsOf(dir: string): Promise<ExportTotals> {
  let totals: ExportTotals = { counts: {}, bytes: 0 };
  try {
    const archive = await openArchive(dir);
    for await (const certificate of archive.certificates()) totals = addTotals(totals, certificate);
  } catch {
    // The folder is created with the first record.
  }
  return totals;
}
