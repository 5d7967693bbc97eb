import type { Chat } from '@parlance/schemas';
import { ConfigError } from '@parlance/schemas/kit';

/** What an export reads. Created by {@link directory}, {@link activities}, {@link chats}, {@link messages} and {@link files}. */
export interface ExportSource {
  /** The kind. */
  readonly kind: 'directory' | 'activities' | 'chats' | 'messages' | 'files';
  /** Selects the chats whose files are saved. Only for `files`. */
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

/** Reads the audit log. The option `activities` of the export has its windows and filters. */
export function activities(): ExportSource {
  return { kind: 'activities' };
}

/** Reads the chats of all users. The option `chats` of the export has its bounds and filters. */
export function chats(): ExportSource {
  return { kind: 'chats' };
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
  const { when } = options;
  if (when !== undefined && typeof when !== 'function')
    throw new ConfigError('when', 'when must be a function that is called with a chat and returns a boolean');
  return { kind: 'files', when };
}
