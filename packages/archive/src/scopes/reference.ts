/** References to people, projects and chats, and what an archive knows about these. */

/** Kinds of objects that holds and rules refer to. */
export type ObjectKind = 'user' | 'project' | 'chat';

/** An object as one record has it. */
export interface KnownObject {
  readonly kind: ObjectKind;
  readonly id: string;
  /** What people call it: e-mail address and name of a person, name of a project, title and link of a chat. */
  readonly names: readonly string[];
  /** Digest of the record. */
  readonly record: string;
}

/** What somebody typed to refer to an object: its id, or something that people call it. */
export interface TypedReference {
  /** Kind of the object. */
  readonly kind: ObjectKind;
  /** What was typed. */
  readonly typed: string;
}

/** The object that somebody has referred to. */
export interface ResolvedReference extends TypedReference {
  /** Its id. */
  readonly id: string;
  /** What people called it in the record. */
  readonly names: readonly string[];
  /** Digest of the record that it was found in; null for an object that is not archived yet. */
  readonly record: string | null;
}

/** Forms of ids. An id that is not in the archive yet has one of them. */
const FORMS: Readonly<Record<ObjectKind, RegExp>> = {
  user: /^user_[\w-]+$/,
  project: /^[a-z\d]+_proj_[\w-]+$/,
  chat: /^[a-z\d]+_chat_(?!msg_)[\w-]+$/,
};

/** Returns whether what was typed has the form of an id of its kind, so that the service can have such an object. */
export function isId({ kind, typed }: TypedReference): boolean {
  return FORMS[kind].test(typed);
}

/**
 * A name or an address as it is compared: compatible characters are equal, as are cases and runs of white space. Characters that nobody sees are
 * left out. Two objects whose names seem equal are ambiguous, which is asked about.
 */
export function comparable(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Describes an object for a message, for example `the user user_01ABC ("lena@example.com", "Lena Berg")`. */
export function describeObject({ kind, id, names }: Omit<KnownObject, 'record'>): string {
  const called = names.filter((name) => name !== '').map((name) => JSON.stringify(name));
  return `the ${kind} ${id}${called.length === 0 ? '' : ` (${called.join(', ')})`}`;
}
