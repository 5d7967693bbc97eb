import type { Activity, Chat } from '@parlance/schemas';
import { wrong } from '../../option-checks.js';

/** What an export reads. Created by {@link directory}, {@link activities}, {@link chats}, {@link messages} and {@link files}. */
export interface ExportSource {
  /** The kind. */
  readonly kind: 'directory' | 'activities' | 'chats' | 'messages' | 'files';
  /** Selects the activities that are archived. Only for `activities`. */
  readonly whenActivity?: ((activity: Activity) => boolean) | undefined;
  /** Selects the chats that are archived, or whose files are saved. Only for `chats` and `files`. */
  readonly when?: ((chat: Chat) => boolean) | undefined;
}

/** Options for {@link activities}. */
export interface ActivitiesOptions {
  /**
   * Selects the activities that are archived, by what no filter of the service can: for example the user agent. The others are read and left
   * out. Default: all.
   */
  readonly when?: ((activity: Activity) => boolean) | undefined;
}

/** Options for {@link chats}. */
export interface ChatsOptions {
  /**
   * Selects the chats that are archived, by what no filter of the service can: for example the title. Messages and files of the others are not
   * read. Called again when a chat has changed. Default: all.
   */
  readonly when?: ((chat: Chat) => boolean) | undefined;
}

/** Options for {@link files}. */
export interface FilesOptions {
  /**
   * Selects the chats whose files are saved, for example those of users on hold. Called again when a chat has changed. Default: all
   * chats.
   */
  readonly when?: ((chat: Chat) => boolean) | undefined;
}

/** Reads the organizations, their current users, and the projects, at the start of each run. Changed and new ones are archived. */
export function directory(): ExportSource {
  return { kind: 'directory' };
}

/**
 * Reads the audit log. The option `activities` of the export has its windows and filters.
 *
 * @throws {ConfigError} When an option is invalid.
 */
export function activities(options: ActivitiesOptions = {}): ExportSource {
  return { kind: 'activities', whenActivity: checkWhen(options.when, 'an activity') };
}

/**
 * Reads the chats of all users. The option `chats` of the export has its bounds and filters.
 *
 * @throws {ConfigError} When an option is invalid.
 */
export function chats(options: ChatsOptions = {}): ExportSource {
  return { kind: 'chats', when: checkWhen(options.when, 'a chat') };
}

/** Reads the messages of the chats. Requires {@link chats}. */
export function messages(): ExportSource {
  return { kind: 'messages' };
}

/**
 * Saves the files of the messages: uploads, generated files and versions of artifacts. Requires {@link messages}, and a sink that writes
 * an archive, such as `ndjson`.
 *
 * @throws {ConfigError} When an option is invalid.
 */
export function files(options: FilesOptions = {}): ExportSource {
  return { kind: 'files', when: checkWhen(options.when, 'a chat') };
}

function checkWhen<Item>(
  when: ((item: Item) => boolean) | undefined,
  item: string,
): ((item: Item) => boolean) | undefined {
  if (when !== undefined && typeof when !== 'function')
    throw wrong('when', `must be a function that is called with ${item} and returns a boolean`);
  return when;
}
