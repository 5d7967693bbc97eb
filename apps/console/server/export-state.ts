import type { Checkpoint } from '@parlance/core-transport';
import type { ActivityListParams, ChatListParams } from '@parlance/schemas';
import type { ChatsForUsersCheckpoint } from '@parlance/compliance';
import type { Problem } from './problem.js';

/** Filters of an export of chats: those of the chat list, for any number of users. */
export type ChatExportFilters = Omit<ChatListParams, 'user_ids' | 'after_id' | 'before_id' | 'limit'> & {
  /** Defaults to all users in the directory when the export starts. */
  readonly user_ids?: readonly string[] | undefined;
};

/** A request for an export. */
export type ExportRequest =
  | {
      readonly kind: 'activities';
      readonly filters: ActivityListParams;
      /** IDs of the families to leave out. */
      readonly hidden?: readonly string[] | undefined;
    }
  | { readonly kind: 'chats'; readonly filters: ChatExportFilters };

/** Totals of what an export has written. */
export interface ExportCounts {
  /** Activities or chats. */
  readonly records: number;
  readonly messages: number;
  readonly files: number;
  /** Bytes of lines and files combined. */
  readonly bytes: number;
  /** Chats and files that could not be read. Each has a line in `left-out.ndjson`. */
  readonly leftOut: number;
}

/** A chat or an attachment that an export reads. */
export interface ExportSubject {
  readonly kind: 'chat' | 'file' | 'generated file' | 'artifact';
  readonly id: string;
}

/** An export as the page shows it. */
export interface ExportState {
  readonly id: string;
  readonly createdAt: string;
  readonly request: ExportRequest;
  /** Host of the service that the export reads from. */
  readonly source: string;
  /** `waiting` means that the service is unreachable; the export resumes automatically. */
  readonly state: 'running' | 'waiting' | 'paused' | 'failed' | 'done';
  readonly counts: ExportCounts;
  /**
   * Time of the last record written. Activities are exported newest first, chats oldest first within each batch of ten
   * users.
   */
  readonly reached: string | null;
  /** Number of users whose chats are done, out of how many. Null while unknown. */
  readonly people: { readonly done: number; readonly of: number } | null;
  readonly problem?: Problem | undefined;
  /** The item that caused `problem`, if the export can continue without it. */
  readonly stuck?: ExportSubject | undefined;
  /** Folder of the export, on the machine that runs the console. */
  readonly folder: string;
  /** Names of the NDJSON files in that folder. */
  readonly files: readonly string[];
}

/** Checkpoint of an export of chats. */
export interface ChatsCheckpoint {
  /** Checkpoint of the page that is being written, or null for the first page. */
  readonly page: ChatsForUsersCheckpoint | null;
  /** IDs of the chats of that page that have been written. */
  readonly done: readonly string[];
}

/** An export as it is saved after each step: plain JSON from which another process can resume. */
export interface SavedExport extends Omit<ExportState, 'folder' | 'files'> {
  /** Checkpoint to resume from. Null for the start. */
  readonly checkpoint: Checkpoint | ChatsCheckpoint | null;
  /** Length of each NDJSON file, in bytes. Anything that a crash wrote beyond it is truncated. */
  readonly lengths: Readonly<Record<string, number>>;
  /** IDs of the items that the user chose to skip. */
  readonly leaveOut: readonly string[];
}

/** One step of an export. */
export interface ExportStep<P> {
  /** Lines to append, by file. */
  readonly lines: Readonly<Record<string, string>>;
  /** Amounts to add to the counts. */
  readonly adds: Partial<ExportCounts>;
  readonly reached: string | null;
  readonly people: ExportState['people'];
  /** Checkpoint after these lines. Null after the last step. */
  readonly checkpoint: P | null;
}
