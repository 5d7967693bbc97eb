/** Handlers for downloads. */
import { dispositionOf } from '../engine/content-disposition.js';
import { digest } from '../engine/digest.js';
import type { downloadOperations } from '@parlance/schemas';
import { bytes, type BytesResult } from '../engine/handler-result.js';
import type { HandlersFor } from '../engine/call.js';
import { identifier, notFound } from '../engine/refusal.js';
import type { World } from '../world/world.js';
import { contents, type StoredContent } from './chat-records.js';

interface DownloadRequest {
  readonly id: string;
  readonly kind: StoredContent['kind'];
  readonly what: string;
  readonly rule: string;
}

/** Handlers for the download operations. */
export const downloadHandlers: HandlersFor<typeof downloadOperations> = {
  'artifacts.download': ({ params, world }) =>
    download(world, {
      id: params.artifact_version_id,
      kind: 'artifact',
      what: 'artifact version',
      rule: 'CMP-070',
    }),
  'chats.files.download': ({ params, world }) =>
    download(world, { id: params.assistant_file_id, kind: 'file', what: 'file', rule: 'CMP-071' }),
  'chats.generatedFiles.download': ({ params, world }) =>
    download(world, {
      id: params.assistant_gen_file_id,
      kind: 'generated_file',
      what: 'generated file',
      rule: 'CMP-072',
    }),
};

function download(world: World, { id, kind, what, rule }: DownloadRequest): BytesResult {
  const content = world.store.of(contents).get(id);
  if (content?.kind !== kind) throw notFound(what, identifier(id), rule);
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
