/** Holds, and what they refer to. */

/** What a hold keeps from being deleted: exactly one of the fields. */
export type HoldScope =
  | {
      /** Id of a user: all chats that the user created. */
      readonly user: string;
    }
  | {
      /** Id of a project: all chats in it. */
      readonly project: string;
    }
  | {
      /** Id of a chat. */
      readonly chat: string;
    }
  | {
      /**
       * Text: all chats with it in their name, messages, names of files or titles of artifacts, in any archived version. Case, accents' encoding
       * and white space do not matter. Contents of files are not searched.
       */
      readonly text: string;
    };

/** A hold: chats that must not be deleted, who said so, and why. */
export interface Hold {
  /** Id of the hold. */
  readonly id: string;
  /** What it keeps. */
  readonly scope: HoldScope;
  /** Why, for example the number of a matter. */
  readonly reason: string;
  /** Who added it. */
  readonly addedBy: string;
  /** Time at which it was added (RFC 3339), by the database's clock. */
  readonly addedAt: string;
  /** Who stated that it matches no archived chat yet; null if nobody did. */
  readonly matchesNothingYetBy: string | null;
  /** Who released it, when, and why; null while it is in force. */
  readonly released: { readonly by: string; readonly at: string; readonly reason: string } | null;
}

/** Kinds of objects that holds and rules refer to. */
export type IdKind = 'user' | 'project' | 'chat';

/** An id that a hold or a rule refers to. */
export interface IdReference {
  readonly kind: IdKind;
  readonly id: string;
}

/** The user, project or chat of a hold; null for a hold on a text. */
export function referenceOf(scope: HoldScope): IdReference | null {
  if ('user' in scope) return { kind: 'user', id: scope.user };
  if ('project' in scope) return { kind: 'project', id: scope.project };
  return 'chat' in scope ? { kind: 'chat', id: scope.chat } : null;
}
