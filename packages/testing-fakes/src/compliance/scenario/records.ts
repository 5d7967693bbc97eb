/** Records that a scenario adds to the organization, replaces or removes. */

/** An organization under the same parent as the organization of the keys. */
export interface ScenarioOrganization {
  /** Name, which other records of the scenario refer to. Must be unique. */
  readonly name: string;
  /** Creation time, as RFC 3339. Defaults to now. */
  readonly created_at?: string | undefined;
}

/** A member. One with the id or email of an existing member replaces its other fields. */
export interface ScenarioUser {
  /** Email address. */
  readonly email: string;
  /** Id. Generated when omitted. */
  readonly id?: string | undefined;
  /** Name. Defaults to the part of the email before the `@`. */
  readonly name?: string | undefined;
  /** Role. Defaults to `user`. */
  readonly role?: string | undefined;
  /** When the person joined, as RFC 3339. Defaults to now. */
  readonly created_at?: string | undefined;
  /** Name of the organization. Defaults to the organization of the keys. */
  readonly organization?: string | undefined;
}

/** A pending invite to the organization of the keys. */
export interface ScenarioInvite {
  /** Email address of the invited person. */
  readonly email: string;
  /** Id. Generated when omitted. */
  readonly id?: string | undefined;
  /** Role that the person gets. Defaults to `user`. */
  readonly role?: string | undefined;
  /** When the invite was sent, as RFC 3339. It expires 21 days later. Defaults to now. */
  readonly invited_at?: string | undefined;
}

/** A group of members of the organization of the keys. One with the name of an existing group replaces it. */
export interface ScenarioGroup {
  /** Name of the group. */
  readonly name: string;
  /** Ids or emails of its members. Defaults to none. */
  readonly members?: readonly string[] | undefined;
  /** Ids of the roles that it grants. Defaults to none. */
  readonly role_ids?: readonly string[] | undefined;
  /** `scim` for a group of an identity provider, which the API cannot change. Defaults to `direct`. */
  readonly source_type?: 'direct' | 'scim' | undefined;
}

/** A pending request of a member to increase the own spend limit. */
export interface ScenarioSpendLimitRequest {
  /** Id or email of the member. */
  readonly user: string;
  /** Id. Generated when omitted. */
  readonly id?: string | undefined;
  /** Period of the limit. Defaults to `monthly`. */
  readonly period?: 'daily' | 'weekly' | 'monthly' | undefined;
  /** When the member sent it, as RFC 3339. Defaults to now. */
  readonly created_at?: string | undefined;
}

/** A file or an artifact of a message. */
export interface ScenarioFile {
  /** File name, or title of an artifact. */
  readonly filename: string;
  /** Id to download it with. Generated when omitted. */
  readonly id?: string | undefined;
  /** Media type. Defaults to `text/plain`. */
  readonly mime_type?: string | undefined;
  /** Content as text. Defaults to an empty file. */
  readonly text?: string | undefined;
  /** Content in base64, instead of `text`. */
  readonly base64?: string | undefined;
}

/** A message of a chat. */
export interface ScenarioMessage {
  /** Who wrote it. */
  readonly role: 'user' | 'assistant';
  /** Text of the message. */
  readonly text: string;
  /** Id. Generated when omitted. */
  readonly id?: string | undefined;
  /** Creation time, as RFC 3339. Defaults to that of the chat. */
  readonly created_at?: string | undefined;
  /** When it was edited, as RFC 3339. Defaults to never. */
  readonly updated_at?: string | undefined;
  /** Files that the user uploaded. */
  readonly files?: readonly ScenarioFile[] | undefined;
  /** Files that the assistant created. */
  readonly generated_files?: readonly ScenarioFile[] | undefined;
  /** Artifacts that the assistant created. */
  readonly artifacts?: readonly ScenarioFile[] | undefined;
}

/** A chat. One with the id of an existing chat replaces it. */
export interface ScenarioChat {
  /** Id or email of the user. */
  readonly user: string;
  /** Id. Generated when omitted. */
  readonly id?: string | undefined;
  /** Name. Defaults to `Chat`. */
  readonly name?: string | undefined;
  /** Model; null if it is not recorded. Defaults to `assistant-sonnet-4-6`. */
  readonly model?: string | null | undefined;
  /** Id of the project. Defaults to none. */
  readonly project_id?: string | undefined;
  /** Name of the organization. Defaults to the organization of the keys. */
  readonly organization?: string | undefined;
  /** Creation time, as RFC 3339. Defaults to now. */
  readonly created_at?: string | undefined;
  /** Time of the last change, as RFC 3339. Defaults to that of the last message. */
  readonly updated_at?: string | undefined;
  /** Deletion time, as RFC 3339. Defaults to not deleted. */
  readonly deleted_at?: string | undefined;
  /** Messages, oldest first. */
  readonly messages?: readonly ScenarioMessage[] | undefined;
}

/** An activity of the audit log. It may repeat the id of another, have none, or be older than those already listed. */
export interface ScenarioActivity {
  /** Activity type, documented or not. */
  readonly type: string;
  /** Id; null leaves it out, against the contract. Generated when omitted. The same id may occur several times. */
  readonly id?: string | null | undefined;
  /** When it occurred, as RFC 3339. Defaults to now; an earlier time is one that arrives late. */
  readonly created_at?: string | undefined;
  /** Id or email of the user who acted. Defaults to the first member. */
  readonly user?: string | undefined;
  /** Actor, instead of a user. */
  readonly actor?: Readonly<Record<string, unknown>> | undefined;
  /** Name of the organization; null for none. Defaults to the organization of the keys. */
  readonly organization?: string | null | undefined;
  /** Other fields, which are sent unchanged. */
  readonly [field: string]: unknown;
}

/** Records to remove, without a trace in the audit log. */
export interface ScenarioRemovals {
  /** Ids or emails of members who leave. Their chats remain. */
  readonly users?: readonly string[] | undefined;
  /** Ids of chats. */
  readonly chats?: readonly string[] | undefined;
  /** Ids of activities. All with the same id are removed. */
  readonly activities?: readonly string[] | undefined;
}

/** Records to add, replace and remove, in the order of these fields. */
export interface ScenarioRecords {
  /** Organizations to add under the same parent. */
  readonly organizations?: readonly ScenarioOrganization[] | undefined;
  /** Members to add or change. */
  readonly users?: readonly ScenarioUser[] | undefined;
  /** Groups to add or replace. */
  readonly groups?: readonly ScenarioGroup[] | undefined;
  /** Invites to add. */
  readonly invites?: readonly ScenarioInvite[] | undefined;
  /** Ids or emails of pending invites that the invited people accept. They become members. */
  readonly accept_invites?: readonly string[] | undefined;
  /** Requests of members to increase their spend limits. */
  readonly spend_limit_requests?: readonly ScenarioSpendLimitRequest[] | undefined;
  /** Chats to add or replace. */
  readonly chats?: readonly ScenarioChat[] | undefined;
  /** Activities to add. */
  readonly activities?: readonly ScenarioActivity[] | undefined;
  /** Records to remove. */
  readonly remove?: ScenarioRemovals | undefined;
}
