/** Holds, and what they refer to. */
import type { ResolvedReference, TypedReference } from '../scopes/reference.js';

/** What a hold keeps from being deleted: exactly one of the fields. */
export type HoldScope =
  | {
      /** A user: all chats that the user created. The id; {@link Holds.add} also accepts an e-mail address or name, also an earlier one. */
      readonly user: string;
    }
  | {
      /** A project: all chats in it. The id; {@link Holds.add} also accepts a name. */
      readonly project: string;
    }
  | {
      /** A chat. The id; {@link Holds.add} also accepts a title or link. */
      readonly chat: string;
    }
  | {
      /**
       * Text: all chats with it in their name, messages, names of files or titles of artifacts, in any archived version. It matches what a search
       * for it in quotation marks finds. Contents of files are not read.
       */
      readonly text: string;
    };

/** A hold: chats that must not be deleted, who said so, and why. */
export interface Hold {
  /** Id of the hold. */
  readonly id: string;
  /** What it keeps. */
  readonly scope: HoldScope;
  /** The user, project or chat of the scope as it was found in the archive; null for a text, and for holds of earlier releases. */
  readonly reference: ResolvedReference | null;
  /** Why, for example the number of a matter. */
  readonly reason: string;
  /** Who added it. */
  readonly addedBy: string;
  /** Time at which it was added (RFC 3339), by the database's clock. */
  readonly addedAt: string;
  /** Who stated that it matches no archived chat yet; null if nobody did. */
  readonly matchesNothingYetBy: string | null;
  /** What it matched when it was added; null if that was not recorded. */
  readonly effect: HoldEffect | null;
  /** Who released it, when, and why; null while it is in force. */
  readonly released: { readonly by: string; readonly at: string; readonly reason: string } | null;
}

/** The archived chats that a hold matches, in any of their states, also chats that do not exist any more. */
export interface HoldEffect {
  /** Number of chats. */
  readonly matches: number;
  /** Up to five of them, chosen by the SHA-256 of their ids. */
  readonly samples: readonly HeldChat[];
}

/** A chat that a hold matches. */
export interface HeldChat {
  /** Id of the chat. */
  readonly chat: string;
  /** Its newest title. */
  readonly title: string;
  /** Id of its user. */
  readonly user: string;
  /** E-mail address of its user. */
  readonly email: string;
}

/** The user, project or chat of a hold; null for a hold on a text. */
export function referenceOf(scope: HoldScope): TypedReference | null {
  if ('user' in scope) return { kind: 'user', typed: scope.user };
  if ('project' in scope) return { kind: 'project', typed: scope.project };
  return 'chat' in scope ? { kind: 'chat', typed: scope.chat } : null;
}
