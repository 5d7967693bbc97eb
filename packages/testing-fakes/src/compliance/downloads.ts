/** Handlers for downloads. */
import { dispositionOf } from '../engine/content-disposition.js';
import { digest } from '../engine/digest.js';
import type { downloadOperations } from '@parlance/schemas';
import { bytes, type BytesResult } from '../engine/handler-result.js';
import type { HandlersFor } from '../engine/call.js';
import { identifier, notFound } from '../engine/refusal.js';
import type { World } from '../world/world.js';
import { contents, type StoredContent } from './chat-records.js';

/** Names of the contents in error messages. */
const NAMES = { artifact: 'artifact version', file: 'file', generated_file: 'generated file' };

/** Handlers for the download operations. */
export const downloadHandlers: HandlersFor<typeof downloadOperations> = {
  'artifacts.download': ({ params, world }) =>
    download(world, params.artifact_version_id, 'artifact', 'CMP-070'),
  'chats.files.download': ({ params, world }) => download(world, params.assistant_file_id, 'file', 'CMP-071'),
  'chats.generatedFiles.download': ({ params, world }) =>
    download(world, params.assistant_gen_file_id, 'generated_file', 'CMP-072'),
};

function download(world: World, id: string, kind: StoredContent['kind'], rule: string): BytesResult {
  const content = world.store.of(contents).get(id);
  if (content?.kind !== kind) throw notFound(NAMES[kind], identifier(id), rule);
  const data = Buffer.from(content.data, content.encoding);
  return bytes(data, {
    'content-type': PRINTABLE.test(content.mime_type) ? content.mime_type : 'application/octet-stream',
    'content-disposition': dispositionOf(content.filename),
    'content-length': String(data.byteLength),
    'content-md5': digest('md5', [data], 'base64'),
  });
}

/** Characters allowed in a header value. Stored media types are not validated. */
const PRINTABLE = /^[\x20-\x7e]+$/;
