/** What an archive consists of: records, each with a kind, an id, a digest and the object of the service. */
import type {
  Activity,
  Chat,
  ChatMessage,
  DirectoryOrganization,
  DirectoryUser,
  Project,
} from '@parlance/schemas';

/** A member of an organization, as archived. */
export interface ArchivedUser extends DirectoryUser {
  /** UUID of the organization whose list contained the user. */
  organization_uuid: string;
}

/** A message, as archived: with the chat and the user that it belongs to. */
export interface ArchivedMessage extends ChatMessage {
  /** Id of the chat. */
  chat_id: string;
  /** Id of the user who created the chat. */
  user_id: string;
}

/** A downloaded file. Its content is in the folder `files` of the archive. */
export interface ArchivedFile {
  /** Id by which the file was downloaded. For an artifact, the id of its version. */
  id: string;
  /** Where the file comes from. */
  source: 'file' | 'generated_file' | 'artifact' | 'project_document';
  /** File name, or title of the artifact; null if the service does not name it. */
  name: string | null;
  /** MIME type; null if the service does not name it. */
  mime_type: string | null;
  /** Chat of the message that contains the file; null for a document of a project. */
  chat_id: string | null;
  /** Message that contains the file; null for a document of a project. */
  message_id: string | null;
  /** User who created the chat or project. */
  user_id: string;
  /** Size of the content, in bytes. */
  size_bytes: number;
  /** SHA-256 of the content, in lower-case hexadecimal. */
  sha256: string;
  /** Path of the content in the archive, with `/` between the parts. */
  path: string;
}

/**
 * Whether a chat exists in the service, and how that is known:
 * - `listed`: a list had it, and its messages could be read;
 * - `not_found`: a list had it, and reading it found nothing (404);
 * - `absent`: it was missing from a complete list of its user's chats, and reading it found nothing (404);
 * - `deleted`: the audit log or the retention journal has its deletion, and reading it found nothing (404).
 */
export type ChatPresence =
  | { readonly state: 'listed' | 'not_found' | 'absent' }
  | {
      readonly state: 'deleted';
      /** Id of the activity that reports the deletion; absent if only the journal does. */
      readonly activity?: string | undefined;
      /** Digest of the entry of the retention journal that has the deletion; absent if only an activity reports it. */
      readonly journal?: string | undefined;
    };

/** The state of a chat. A new snapshot is written whenever the state differs from that of the newest one. */
export interface ArchivedSnapshot {
  /** Id of the chat. */
  id: string;
  /** User who created the chat. */
  user_id: string;
  /** Digest of the record `chat`: its metadata. */
  chat: string;
  /** Digest of the record `contents`; null if the messages were not read. */
  contents: string | null;
  /** Whether the chat exists. The digests of a chat that does not are those of its last state. */
  presence: ChatPresence;
}

/** A message of a chat: its id, and the digest of its record. */
export type MessageEntry = readonly [id: string, digest: string];

/** The messages and files of a chat at one time. */
export interface ArchivedContents {
  /** Id of the chat. */
  chat_id: string;
  /** Digests of records `block`, with the first messages of a long chat. */
  blocks: readonly string[];
  /** The other messages, in the order of the service. */
  messages: readonly MessageEntry[];
  /** The files of the messages; the digest of the record is null if the content is not archived. */
  files: readonly (readonly [source: ArchivedFile['source'], id: string, digest: string | null])[];
}

/** A part of a long list of messages. Lists that differ elsewhere share it. */
export interface ArchivedBlock {
  /** The messages, in the order of the service. */
  messages: readonly MessageEntry[];
}

/** Something that was listed and could not be archived, and why. */
export interface ArchivedOutcome {
  /** Id of the object. */
  id: string;
  /** Kind of the object. */
  subject: 'chat' | 'file';
  /** `gone`: deleted between the list and the read (404). `skipped`: left out because a person decided so. */
  outcome: 'gone' | 'skipped';
  /** Id of the request that found it; null for `skipped`. */
  request_id: string | null;
  /** The metadata that the list contained, for example the chat without its messages. */
  listed: Chat | Pick<ArchivedFile, 'source' | 'name' | 'mime_type' | 'chat_id' | 'message_id' | 'user_id'>;
}

/**
 * Whether an object of the directory exists. It is archived when an object is missing from a complete list for the first time, and when it is back. An
 * object without one is listed.
 */
export interface ArchivedPresence {
  /** Id of the object. */
  id: string;
  /** Kind of the object. */
  subject: 'organization' | 'user' | 'project';
  /** `absent`: missing from a complete list; `listed`: a list has it again. */
  state: 'listed' | 'absent';
}

/** The objects by kind of record. */
export interface RecordBodies {
  /** An organization of the directory. */
  organization: DirectoryOrganization;
  /** A member of an organization. */
  user: ArchivedUser;
  /** A project. */
  project: Project;
  /** Whether an organization, user or project exists. Its id is the kind and id of the object. */
  presence: ArchivedPresence;
  /** An activity of the audit log. */
  activity: Activity;
  /** A chat, without its messages. */
  chat: Chat;
  /** A message of a chat. */
  message: ArchivedMessage;
  /** A downloaded file. */
  file: ArchivedFile;
  /** Something that could not be archived. */
  outcome: ArchivedOutcome;
  /** The state of a chat. */
  snapshot: ArchivedSnapshot;
  /** The messages and files of a chat at one time. Its id is its digest. */
  contents: ArchivedContents;
  /** A part of a long list of messages. Its id is its digest. */
  block: ArchivedBlock;
}

/** A kind of record. */
export type RecordKind = keyof RecordBodies;

/**
 * A record of one kind. In an archive, a record is one line of JSON.
 *
 * @typeParam Kind - The kind.
 */
export interface RecordOf<Kind extends RecordKind> {
  /** The kind. */
  readonly kind: Kind;
  /** Id of the object, unique among the records of its kind. A record that is archived again, because it changed, has the same id. */
  readonly id: string;
  /** SHA-256 of the canonical JSON (RFC 8785) of `body`, in lower-case hexadecimal. */
  readonly digest: string;
  /** The object as the service returned it, with fields that this release does not know. */
  readonly body: RecordBodies[Kind];
  /** True for an activity that reports a request of the export itself; absent for all others. Not part of the digest. */
  readonly own?: true | undefined;
  /** Position of a snapshot in the history of its chat, from 1; absent for all others. Not part of the digest. */
  readonly number?: number | undefined;
}

/** What is left of a message or file that was erased, for example because somebody had the right to it. */
export interface ErasedRecord {
  /** The kind. */
  readonly kind: 'message' | 'file';
  /** Id of the object. */
  readonly id: string;
  /** SHA-256 of the object that was erased. */
  readonly digest: string;
  /** When and why. */
  readonly erased: {
    /** Time of the erasure (RFC 3339). */
    readonly at: string;
    /** What required it, for example a law and the number of a request. */
    readonly under: string;
    /** Signature of the decision. */
    readonly signature?: string | undefined;
  };
}

/** A record of any kind. */
export type ArchiveRecord = { [Kind in RecordKind]: RecordOf<Kind> }[RecordKind];
