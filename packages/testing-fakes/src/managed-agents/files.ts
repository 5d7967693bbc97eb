/** Handlers of files. */
import type { FileMetadata, fileOperations } from '@parlance/schemas';
import { bytes } from '../engine/answer.js';
import type { HandlersFor } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { find, remove } from '../records/find.js';
import { idPage } from '../records/pages.js';
import type { World } from '../world/world.js';
import { fileContents, files } from './collections.js';

const named = { what: 'file' };
const BAD_FIELD = 'GEN-005';
const MAX_NAME_CHARACTERS = 255;

/** Handlers of the operations on files. */
export const fileHandlers: HandlersFor<typeof fileOperations> = {
  'files.upload': ({ parts, world }) => {
    for (const part of parts)
      if (part.name !== 'file') throw badRequest('GEN-004', part.name, 'Extra inputs are not permitted');
    const [part, second] = parts;
    if (part === undefined) throw badRequest(BAD_FIELD, 'file', 'Field required');
    if (second !== undefined) throw badRequest(BAD_FIELD, 'file', 'must be given once');
    const { filename, contentType, data } = part;
    if (filename === undefined) throw badRequest(BAD_FIELD, 'file', 'must be a file, with a file name');
    const length = Array.from(filename).length;
    if (length < 1 || length > MAX_NAME_CHARACTERS)
      throw badRequest(BAD_FIELD, 'file', `must have a file name of 1 to ${MAX_NAME_CHARACTERS} characters`);
    return addFile(world, { filename, mimeType: contentType, data });
  },
  'files.retrieve': ({ params, world }) => find(world.store.of(files), params.file_id, named),
  'files.list': (call) =>
    idPage(call, {
      from: call.world.store.of(files),
      show: (file) => file,
      where: (file) => call.query.scope_id === undefined || file.scope?.id === call.query.scope_id,
    }),
  'files.delete': ({ params, world }) => {
    remove(world.store.of(files), params.file_id, named);
    world.store.of(fileContents).delete(params.file_id);
    return { id: params.file_id, type: 'file_deleted' };
  },
  'files.download': ({ params, world }) => {
    const file = find(world.store.of(files), params.file_id, named);
    if (file.downloadable !== true)
      throw badRequest(
        BAD_FIELD,
        '',
        'The file is not downloadable: only files made by tools are.',
        'file_not_downloadable',
      );
    return bytes(contentOf(world, file.id), {
      'content-type': file.mime_type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
    });
  },
};

/** A file to be kept. */
export interface NewFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly data: Uint8Array;
  /** Session that made it; undefined for an upload. */
  readonly sessionId?: string | undefined;
}

/**
 * Keeps a file.
 *
 * @param world - Where.
 * @param file - The file; one that a session made can be downloaded.
 */
export function addFile(world: World, { filename, mimeType, data, sessionId }: NewFile): FileMetadata {
  const id = world.id('file_');
  world.store.of(fileContents).put(id, { base64: Buffer.from(data).toString('base64') });
  return world.store.of(files).put(id, {
    id,
    created_at: world.clock.iso(),
    filename,
    mime_type: mimeType,
    size_bytes: data.byteLength,
    type: 'file',
    downloadable: sessionId !== undefined,
    scope: sessionId === undefined ? null : { id: sessionId, type: 'session' },
  });
}

/** Gives the bytes of a file, none when it is gone. */
export function contentOf(world: World, fileId: string): Buffer {
  return Buffer.from(world.store.of(fileContents).get(fileId)?.base64 ?? '', 'base64');
}
