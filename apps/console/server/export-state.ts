import type { Checkpoint as ListCheckpoint } from '@parlance/core-transport';
import type { ActivityListParams, ChatListParams } from '@parlance/schemas';
import type { ChatsForUsersCheckpoint } from '@parlance/compliance';
import type { Problem } from './problem.js';

/** Which chats: the filters of the list, for any number of users. */
export type ChatExportFilters = Omit<ChatListParams, 'user_ids' | 'after_id' | 'before_id' | 'limit'> & {
  /** Absent: everybody whom the directory lists when the export begins. */
  readonly user_ids?: readonly string[] | undefined;
};

/** What is exported. */
export type ExportRequest =
  | { readonly kind: 'activities'; readonly filters: ActivityListParams }
  | { readonly kind: 'chats'; readonly filters: ChatExportFilters };

/** What has been written. */
export interface ExportCounts {
  /** Activities or chats. */
  readonly records: number;
  readonly messages: number;
  readonly files: number;
  /** Bytes of lines and files together. */
  readonly bytes: number;
  /** Chats and files that could not be read; each has a line in `left-out.ndjson`. */
  readonly leftOut: number;
}

/** One thing of the service: a chat, or something that hangs on a message. */
export interface ExportSubject {
  readonly kind: 'chat' | 'file' | 'generated file' | 'artifact';
  readonly id: string;
}

/** An export as the page shows it. */
export interface ExportState {
  readonly id: string;
  readonly createdAt: string;
  readonly request: ExportRequest;
  /** Where it reads from. */
  readonly source: string;
  /** `waiting`: the service cannot be reached; it goes on by itself. */
  readonly state: 'running' | 'waiting' | 'paused' | 'failed' | 'done';
  readonly counts: ExportCounts;
  /** Time of the last record. Activities go from the newest to the oldest, chats the other way round for ten users at a time. */
  readonly reached: string | null;
  /** Users whose chats are done, of how many; null while that is unknown. */
  readonly people: { readonly done: number; readonly of: number } | null;
  readonly problem?: Problem | undefined;
  /** What `problem` is about, when it is one thing that can be left out. */
  readonly stuck?: ExportSubject | undefined;
  /** Folder that it is written to, on the machine of the console. */
  readonly folder: string;
  /** Names of the files of lines in that folder. */
  readonly files: readonly string[];
}

/** Where an export of chats goes on. */
export interface ChatsPosition {
  /** Where the page begins that is being written; null for the first. */
  readonly page: ChatsForUsersCheckpoint | null;
  /** Chats of that page that have been written. */
  readonly done: readonly string[];
}

/** An export as it is saved after each step: plain JSON, from which another process goes on. */
export interface Checkpoint extends Omit<ExportState, 'folder' | 'files'> {
  /** Null for the beginning. */
  readonly checkpoint: ListCheckpoint | ChatsPosition | null;
  /** Length of each file of lines, in bytes; what a crash wrote beyond is cut off. */
  readonly lengths: Readonly<Record<string, number>>;
  /** Ids of what is left out by the visitor's decision. */
  readonly leaveOut: readonly string[];
}

/** What an export gives each time that it has read something. */
export interface ExportStep<P> {
  /** Lines to append, by file. */
  readonly lines: Readonly<Record<string, string>>;
  /** What they hold; added to the counts. */
  readonly adds: Partial<ExportCounts>;
  readonly reached: string | null;
  readonly people: ExportState['people'];
  /** Position after these lines; null when they were the last. */
  readonly checkpoint: P | null;
}
