import type { RecordKind } from '../records/archive-record.js';

const OF_CHATS: ReadonlySet<RecordKind> = new Set(['chat', 'message']);
const OF_DIRECTORY: ReadonlySet<RecordKind> = new Set(['organization', 'user', 'project']);

/** Adds to kinds of records those that say what of them is current. */
export function withStates(kinds: readonly RecordKind[]): readonly RecordKind[] {
  const states: RecordKind[] = [];
  if (kinds.some((kind) => OF_CHATS.has(kind))) states.push('snapshot', 'contents', 'block');
  if (kinds.some((kind) => OF_DIRECTORY.has(kind))) states.push('presence');
  return [...new Set([...kinds, ...states])];
}
