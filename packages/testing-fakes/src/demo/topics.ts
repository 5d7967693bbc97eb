/** Topics of the demo's chats. */
import list from './topics.json' with { type: 'json' };

/** A file of a chat. */
export interface TopicFile {
  readonly filename: string;
  readonly mime_type: string;
  /** Content as text or base64, see `encoding`. */
  readonly data: string;
  readonly encoding?: 'base64' | undefined;
}

/** A document written by the assistant in a chat. */
export interface TopicArtifact {
  readonly title: string;
  readonly artifact_type: string;
  readonly content: string;
}

/** A conversation of the demo. */
export interface Topic {
  readonly name: string;
  /** Texts of the turns, starting with the user. */
  readonly turns: readonly string[];
  /** File uploaded with the first turn. */
  readonly file?: TopicFile | undefined;
  /** Artifact written in the second turn. */
  readonly artifact?: TopicArtifact | undefined;
  /** File generated in the second turn. */
  readonly generated?: TopicFile | undefined;
}

/** Conversations of the demo. */
export const topics = list as readonly Topic[];
