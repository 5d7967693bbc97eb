/** The columns of each kind of record in databases and Parquet files. */
import type { ChatMessage } from '@parlance/schemas';
import type { ArchiveRecord, RecordBodies, RecordKind } from './archive-record.js';

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
  organization: {
    table: 'organizations',
    columns: { name: (body) => text(body.name), created_at: (body) => time(body.created_at) },
  },
  user: {
    table: 'users',
    columns: {
      organization_uuid: (body) => text(body.organization_uuid),
      full_name: (body) => text(body.full_name),
      email: (body) => text(body.email),
      created_at: (body) => time(body.created_at),
    },
  },
  project: {
    table: 'projects',
    columns: {
      name: (body) => text(body.name),
      organization_id: (body) => text(body.organization_id),
      user_id: (body) => text(body.user?.id),
      created_at: (body) => time(body.created_at),
      updated_at: (body) => time(body.updated_at),
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
      type: (body) => text(body.type),
      created_at: (body) => time(body.created_at),
      organization_id: (body) => text(body.organization_id),
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
      project_id: (body) => text(body.project_id),
      organization_id: (body) => text(body.organization_id),
      model: (body) => text(body.model),
      href: (body) => text(body.href),
      created_at: (body) => time(body.created_at),
      updated_at: (body) => time(body.updated_at),
      deleted_at: (body) => time(body.deleted_at),
    },
  },
  message: {
    table: 'messages',
    columns: {
      chat_id: (body) => text(body.chat_id),
      user_id: (body) => text(body.user_id),
      role: (body) => text(body.role),
      created_at: (body) => time(body.created_at),
      text: messageText,
      attachments: messageAttachments,
    },
  },
  file: {
    table: 'files',
    columns: {
      source: (body) => text(body.source),
      name: (body) => text(body.name),
      mime_type: (body) => text(body.mime_type),
      chat_id: (body) => text(body.chat_id),
      message_id: (body) => text(body.message_id),
      user_id: (body) => text(body.user_id),
      size_bytes: (body) => (Number.isSafeInteger(body.size_bytes) ? body.size_bytes : null),
      sha256: (body) => text(body.sha256),
      path: (body) => text(body.path),
    },
  },
  outcome: {
    table: 'outcomes',
    columns: {
      subject: (body) => text(body.subject),
      outcome: (body) => text(body.outcome),
      request_id: (body) => text(body.request_id),
    },
  },
  snapshot: {
    table: 'snapshots',
    columns: {
      user_id: (body) => text(body.user_id),
      chat: (body) => text(body.chat),
      contents: (body) => text(body.contents),
      presence: (body) => text(body.presence?.state),
    },
  },
  contents: { table: 'contents', columns: { chat_id: (body) => text(body.chat_id) } },
  block: { table: 'blocks', columns: {} },
};

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
function messageAttachments({ files, generated_files, artifacts }: ChatMessage): string {
  const names = [
    ...(files ?? []).map((file) => file.filename),
    ...(generated_files ?? []).map((file) => file.filename),
    ...(artifacts ?? []).map((artifact) => artifact.title),
  ];
  return names
    .map((name) => text(name))
    .filter((name) => name !== null)
    .join('\n');
}

/** Databases store text as UTF-8, and a NUL ends it in many tools. `body` keeps what is replaced here, escaped. */
function text(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  // oxlint-disable-next-line no-control-regex
  return value.toWellFormed().replaceAll(/[\0\u0002\u0003]/g, '\ufffd');
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
