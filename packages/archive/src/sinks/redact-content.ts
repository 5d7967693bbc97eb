import type { Chat } from '@parlance/schemas';
import type { ArchivedOutcome, ArchiveRecord } from '../records/archive-record.js';
import type { Redaction } from './record-mapping.js';

/** Replaces text that is required by the contract. */
const REDACTED = '[redacted]';

/**
 * Fields that are kept, by kind of record. All other fields are dropped, so that text in fields that the service adds later never leaves
 * the archive. Activities keep ids, times and technical fields.
 */
const KEPT_ACTIVITY_FIELDS =
  /^(?:id|type|actor|created_at|status_code|request_method|version|provider|integration_type|role|(?:previous|current|invited)_role|is_enabled|enabled|scopes|limit_type|amount|.*_(?:id|ids|uuid|type))$/;

const KEPT_CHAT_FIELDS = [
  'id',
  'created_at',
  'deleted_at',
  'updated_at',
  'href',
  'model',
  'organization_id',
  'organization_uuid',
  'project_id',
  'user',
] as const;

const KEPT_PROJECT_FIELDS = [
  'id',
  'created_at',
  'updated_at',
  'organization_id',
  'user',
  'is_private',
] as const;

const KEPT_ORGANIZATION_FIELDS = ['uuid', 'name', 'created_at'] as const;
const KEPT_MEMBER_FIELDS = ['id', 'full_name', 'email', 'created_at', 'organization_uuid'] as const;
const KEPT_USER_FIELDS = ['id', 'email_address'] as const;
const KEPT_ACTOR_FIELDS =
  /^(?:type|(?:unauthenticated_)?email_address|ip_address|user_agent|.*_(?:id|type))$/;

/**
 * Returns a redaction for {@link http} that drops what people and the assistant wrote: the text of messages, names of chats, projects and
 * files, titles of artifacts, and free text in activities. Ids, users, e-mail addresses, times, models, types and the addresses of API
 * calls without their queries are kept. Only known
 * fields are kept, so that a field that the service adds later is dropped too.
 *
 * The digest of a record remains that of the complete record in the archive.
 *
 * @returns The redaction, for the option `redact` of {@link http}.
 */
export function redactContent(): Redaction {
  return redacted;
}

function redacted(record: ArchiveRecord): ArchiveRecord {
  switch (record.kind) {
    case 'chat':
      return { ...record, body: withoutChatText(record.body) };
    case 'project':
      return {
        ...record,
        body: {
          ...pick(record.body, KEPT_PROJECT_FIELDS),
          user: record.body.user && pick(record.body.user, KEPT_USER_FIELDS),
          name: REDACTED,
        },
      };
    case 'file':
      return { ...record, body: { ...record.body, name: null } };
    case 'message':
      return { ...record, body: withoutText(record.body) };
    case 'activity':
      return { ...record, body: withoutFreeText(record.body) };
    case 'outcome':
      return { ...record, body: { ...record.body, listed: withoutName(record.body.listed) } };
    case 'organization':
      return { ...record, body: pick(record.body, KEPT_ORGANIZATION_FIELDS) };
    case 'user':
      return { ...record, body: pick(record.body, KEPT_MEMBER_FIELDS) };
    // Ids and digests only.
    case 'presence':
    case 'snapshot':
    case 'contents':
    case 'block':
      return record;
  }
}

type Message = Extract<ArchiveRecord, { kind: 'message' }>['body'];
type ArchivedActivity = Extract<ArchiveRecord, { kind: 'activity' }>['body'];

function withoutChatText(chat: Chat): Chat {
  return {
    ...pick(chat, KEPT_CHAT_FIELDS),
    user: chat.user && pick(chat.user, KEPT_USER_FIELDS),
    name: REDACTED,
  };
}

function withoutText(message: Message): Message {
  const { id, chat_id, user_id, role, created_at, content, files, generated_files, artifacts } = message;
  return {
    id,
    chat_id,
    user_id,
    role,
    created_at,
    // The contract requires an array.
    content: (Array.isArray(content) ? content : []).map((block) =>
      block.type === 'text' ? { type: 'text', text: REDACTED } : ({ type: block.type } as typeof block),
    ),
    files: files?.map(({ id, mime_type }) => ({ id, mime_type, filename: REDACTED })),
    generated_files: generated_files?.map(({ id, mime_type }) => ({ id, mime_type, filename: REDACTED })),
    artifacts: artifacts?.map(({ id, version_id, artifact_type }) => ({ id, version_id, artifact_type })),
  };
}

function withoutFreeText(activity: ArchivedActivity): ArchivedActivity {
  const { actor, ...kept } = matching(activity, KEPT_ACTIVITY_FIELDS);
  const isObject = typeof actor === 'object' && actor !== null;
  const { url } = activity as { readonly url?: unknown };
  return {
    ...kept,
    // The address names the operation. What is asked follows it, and can be text.
    ...(typeof url === 'string' && { url: url.replace(/[?#].*$/s, '') }),
    actor: isObject ? matching(actor, KEPT_ACTOR_FIELDS) : actor,
  } as unknown as ArchivedActivity;
}

function matching(object: object, fields: RegExp): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(object).filter(([field]) => fields.test(field)));
}

function withoutName(listed: ArchivedOutcome['listed']): ArchivedOutcome['listed'] {
  if ('updated_at' in listed) return withoutChatText(listed);
  return { ...listed, name: null };
}

function pick<Body extends object, Field extends keyof Body>(
  body: Body,
  fields: readonly Field[],
): Pick<Body, Field> {
  const kept = fields.filter((field) => Object.hasOwn(body, field)).map((field) => [field, body[field]]);
  return Object.fromEntries(kept) as Pick<Body, Field>;
}
