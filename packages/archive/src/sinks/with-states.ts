import type { RecordKind } from '../records/archive-record.js';

/** Adds to kinds of records those that say which chats and messages are current. */
export function withStates(kinds: readonly RecordKind[]): readonly RecordKind[] {
  if (!kinds.includes('chat') && !kinds.includes('message')) return kinds;
  return [...new Set<RecordKind>([...kinds, 'snapshot', 'contents', 'block'])];
}
