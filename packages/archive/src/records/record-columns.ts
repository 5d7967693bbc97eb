/** The columns of each kind of record in databases and Parquet files. */
import type { ChatMessage } from '@parlance/schemas';
import type { ArchiveRecord, RecordBodies, RecordKind } from './archive-record.js';
import { attachmentsOf } from './attachments.js';

/** A value of a column. Times are UTC with milliseconds, so that they sort as text. */
export type ColumnValue = string | number | null;

/** The table of a kind, and the columns that are taken from its objects. */
export interface RecordTable<Kind extends RecordKind> {
  /** Name of the table, or of the folder of Parquet files. */
  readonly table: string;
  /** The columns, in order. Names of times end with `_at`. */
  readonly columns: Readonly<Record<string, (body: RecordBodies[Kind]) => ColumnValue>>;
}

/** The tables by kind of record. */
export const RECORD_TABLES: { readonly [Kind in RecordKind]: RecordTable<Kind> } = {
  organization: { table: 'organizations', columns: fields<'organization'>('name', 'created_at') },
  user: {
    table: 'users',
    columns: fields<'user'>('organization_uuid', 'full_name', 'email', 'created_at'),
  },
  project: {
    table: 'projects',
    columns: {
      ...fields<'project'>('name', 'organization_id'),
      user_id: (body) => text(body.user?.id),
      ...fields<'project'>('created_at', 'updated_at'),
    },
  },
  presence: {
    table: 'presences',
    columns: {
      subject: (body) => text(body.subject),
      subject_id: (body) => text(body.id),
      state: (body) => text(body.state),
    },
  },
  activity: {
    table: 'activities',
    columns: {
      ...fields<'activity'>('type', 'created_at', 'organization_id'),
      actor_type: (body) => actorField(body.actor, ['type']),
      actor_id: (body) =>
        actorField(body.actor, ['user_id', 'api_key_id', 'admin_api_key_id', 'directory_id']),
      actor_email: (body) => actorField(body.actor, ['email_address']),
    },
  },
  chat: {
    table: 'chats',
    columns: {
      name: (body) => text(body.name),
      user_id: (body) => text(body.user?.id),
      user_email: (body) => text(body.user?.email_address),
      ...fields<'chat'>('project_id', 'organization_id', 'model', 'href'),
      ...fields<'chat'>('created_at', 'updated_at', 'deleted_at'),
    },
  },
  message: {
    table: 'messages',
    columns: {
      ...fields<'message'>('chat_id', 'user_id', 'role', 'created_at'),
      text: messageText,
      attachments: messageAttachments,
    },
  },
  file: {
    table: 'files',
    columns: {
      ...fields<'file'>('source', 'name', 'mime_type', 'chat_id', 'message_id', 'user_id'),
      size_bytes: (body) => (Number.isSafeInteger(body.size_bytes) ? body.size_bytes : null),
      ...fields<'file'>('sha256', 'path'),
    },
  },
  outcome: { table: 'outcomes', columns: fields<'outcome'>('subject', 'outcome', 'request_id') },
  snapshot: {
    table: 'snapshots',
    columns: {
      ...fields<'snapshot'>('user_id', 'chat', 'contents'),
      presence: (body) => text(body.presence?.state),
    },
  },
  contents: { table: 'contents', columns: fields<'contents'>('chat_id') },
  block: { table: 'blocks', columns: {} },
};

/** Columns that are fields of the object: times if their names end with `_at`, else text. */
function fields<Kind extends RecordKind>(
  ...names: readonly (keyof RecordBodies[Kind] & string)[]
): RecordTable<Kind>['columns'] {
  const read = (name: (typeof names)[number]) => (body: RecordBodies[Kind]) =>
    name.endsWith('_at') ? time(body[name]) : text(body[name]);
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/** Returns the values of the columns of a record. */
export function recordColumns(record: ArchiveRecord): Readonly<Record<string, ColumnValue>> {
  const { columns } = RECORD_TABLES[record.kind] as RecordTable<RecordKind>;
  return Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(record.body)]));
}

/** Returns a time as UTC with milliseconds; text that is not a time is kept. */
export function time(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const parsed = new Date(value);
  return Number.isNaN(parsed.getTime()) ? text(value) : parsed.toISOString();
}

/** The text blocks of a message, and all texts of blocks of unknown types, with an empty line between them. */
function messageText({ content }: ChatMessage): string {
  const blocks: readonly object[] = Array.isArray(content) ? content : [];
  return blocks
    .map((block) => ('text' in block ? text(block.text) : textsIn({ ...block, type: null }).join('\n')))
    .filter((part) => part !== null && part !== '')
    .join('\n\n');
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [text(value) ?? ''];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The names of the files and the titles of the artifacts of a message, one per line. */
function messageAttachments(message: ChatMessage): string {
  return attachmentsOf(message)
    .map(({ name }) => text(name))
    .filter((name) => name !== null)
    .join('\n');
}

/** Databases store text as UTF-8, and a NUL ends it in many tools. `body` keeps what is replaced here, escaped. */
export function storedText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.toWellFormed().replaceAll(/[\0\u0002\u0003]/g, '\ufffd');
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? storedText(value) : null;
}

/** Actors have different fields by type. */
function actorField(actor: object | null | undefined, names: readonly string[]): string | null {
  const fields = Object.entries(actor ?? {});
  for (const name of names) {
    const value = text(fields.find(([field]) => field === name)?.[1]);
    if (value !== null) return value;
  }
  return null;
}
