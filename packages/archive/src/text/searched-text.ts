import type { ArchiveRecord } from '../records/archive-record.js';
import { recordColumns } from '../records/record-columns.js';

/** The columns whose text is searched, by kind of record. A query never matches across two of them. */
export const SEARCHED_COLUMNS = { message: ['text', 'attachments'], chat: ['name'] } as const;

/** Separates columns in one text. It is in no column, and in no query. */
export const COLUMN_SEPARATOR = '\u0002';

/** Returns the text of a record that is searched; null if records of its kind are not. */
export function searchedText(record: ArchiveRecord): string | null {
  if (record.kind !== 'message' && record.kind !== 'chat') return null;
  const columns = recordColumns(record);
  return SEARCHED_COLUMNS[record.kind].map((name) => String(columns[name] ?? '')).join(COLUMN_SEPARATOR);
}
