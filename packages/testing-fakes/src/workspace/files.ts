/** Files of a workspace, with their content. */
import type { FileMetadata } from '@parlance/schemas';
import { memoryContent, readContent, type Content } from '../world/content.js';
import { workspaceCollection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

/** File metadata. */
export const files: CollectionName<FileMetadata> = workspaceCollection('files');

/** A file to store. */
export interface NewFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly data: Content | Uint8Array;
  /** Session that created the file; undefined for an upload. */
  readonly sessionId?: string | undefined;
  /** Whether a tool created the file, so that it can be downloaded. Default: whether a session created it. */
  readonly isCreatedByTool?: boolean | undefined;
  /** Milliseconds until the file expires; undefined if it never does. */
  readonly lifetimeMs?: number | undefined;
}

/**
 * Stores a file.
 *
 * @param world - World to store the file in.
 * @param file - File to store. Only files created by a tool or a session can be downloaded.
 */
export function addFile(world: World, file: NewFile): FileMetadata {
  const { filename, mimeType, data, sessionId, lifetimeMs } = file;
  const id = world.id('file_');
  const content = data instanceof Uint8Array ? memoryContent([data]) : data;
  world.store.contents.put(id, content);
  return world.store.of(files).put(id, {
    id,
    created_at: world.clock.iso(),
    filename,
    mime_type: mimeType,
    size_bytes: content.size,
    type: 'file',
    downloadable: file.isCreatedByTool ?? sessionId !== undefined,
    scope: sessionId === undefined ? null : { id: sessionId, type: 'session' },
    ...(lifetimeMs !== undefined && {
      expires_at: new Date(world.clock.now() + lifetimeMs).toISOString(),
    }),
  });
}

/** Returns the content of a file, empty if the file was deleted. */
export function contentOf(world: World, fileId: string): Buffer {
  return readContent(world.store.contents.get(fileId));
}
