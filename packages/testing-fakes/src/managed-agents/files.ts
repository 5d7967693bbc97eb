/** Handlers for files. */
import type { FileMetadata, fileOperations } from '@parlance/schemas';
import { dispositionOf } from '../engine/content-disposition.js';
import { bytes } from '../engine/handler-result.js';
import type { HandlersFor } from '../engine/call.js';
import type { Part } from '../engine/multipart.js';
import { includesBetas } from '../engine/headers.js';
import { badRequest, notFound } from '../engine/refusal.js';
import { find, remove } from '../records/find.js';
import { cursorPage, idPage, type ListSpec } from '../records/pages.js';
import { readContent } from '../world/content.js';
import { addFile, contentOf, files } from '../workspace/files.js';

const named = { what: 'file' };
const BAD_FIELD = 'GEN-005';
const MAX_NAME_CHARACTERS = 255;
/** Maximum number of files that a list can be limited to. It then has one page. */
const MAX_IDS = 100;
const LIFETIME = 'expires_in_seconds';
/** One hour to ninety days. */
const [MIN_LIFETIME_SECONDS, MAX_LIFETIME_SECONDS] = [3600, 7_776_000];

/** Handlers for the file operations. */
export const fileHandlers: HandlersFor<typeof fileOperations> = {
  'files.upload': ({ parts, world, operation, betas }) => {
    // The beta header selects the first version of the API, in which files had no lifetime.
    const known = betas.includes(operation.beta ?? '') ? ['file'] : ['file', LIFETIME];
    for (const { name } of parts)
      if (!known.includes(name)) throw badRequest('GEN-004', name, 'Extra inputs are not permitted');
    const part = onePart(parts, 'file');
    if (part === undefined) throw badRequest(BAD_FIELD, 'file', 'Field required');
    const { contentType, content } = part;
    const lifetimeMs = lifetimeOf(onePart(parts, LIFETIME));
    if (part.filename === undefined)
      throw badRequest(BAD_FIELD, 'file', 'must be a file part with a filename');
    // Some clients send paths, of which only the name is kept.
    const filename = part.filename.replace(/^.*[/\\]/s, '');
    const length = Array.from(filename).length;
    if (length < 1 || length > MAX_NAME_CHARACTERS)
      throw badRequest(BAD_FIELD, 'file', `must have a filename of 1 to ${MAX_NAME_CHARACTERS} characters`);
    return addFile(world, { filename, mimeType: contentType, data: content, lifetimeMs });
  },
  'files.retrieve': ({ params, world }) => find(world.store.of(files), params.file_id, named),
  'files.list': (call) => {
    const { query, version, world } = call;
    if (query.ids !== undefined && (query.limit ?? query.page) !== undefined)
      throw badRequest(BAD_FIELD, 'ids', 'cannot be combined with limit or page');
    if (new Set(query.ids).size > MAX_IDS)
      throw badRequest(BAD_FIELD, 'ids', `must have at most ${MAX_IDS} different ids`);
    const spec: ListSpec<FileMetadata, FileMetadata> = {
      from: world.store.of(files),
      show: (file) => file,
      defaultLimit: query.ids === undefined ? undefined : MAX_IDS,
      where: ({ id, scope }) =>
        (query.scope_id === undefined || scope?.id === query.scope_id) &&
        (query.ids === undefined || query.ids.includes(id)),
    };
    const hasIds = query.after_id !== undefined || query.before_id !== undefined;
    if (hasIds || (query.page === undefined && !includesBetas(version))) return idPage(call, spec);
    // Later versions of the API have opaque cursors. Clients that page by id can use ids in each version.
    const page = cursorPage(call, spec);
    const [first_id, last_id] = [page.data[0]?.id ?? null, page.data.at(-1)?.id ?? null];
    return { ...page, has_more: page.next_page !== null, first_id, last_id };
  },
  'files.delete': ({ params, world }) => {
    remove(world.store.of(files), params.file_id, named);
    world.store.contents.delete(params.file_id);
    return { id: params.file_id, type: 'file_deleted' };
  },
  'files.download': ({ params, world }) => {
    const file = find(world.store.of(files), params.file_id, named);
    if (file.expires_at != null && Date.parse(file.expires_at) <= world.clock.now())
      throw notFound('file', file.id, undefined, 'file_expired');
    if (file.downloadable !== true)
      throw badRequest(
        BAD_FIELD,
        '',
        'Uploaded files cannot be downloaded; only files created by tools can.',
        'file_not_downloadable',
      );
    return bytes(contentOf(world, file.id), {
      'content-type': file.mime_type,
      'content-disposition': dispositionOf(file.filename),
    });
  },
};

/** Returns the form part with a name. @throws {Refusal} 400 if the form has more than one. */
function onePart(parts: readonly Part[], name: string): Part | undefined {
  const [part, second] = parts.filter((candidate) => candidate.name === name);
  if (second !== undefined) throw badRequest(BAD_FIELD, name, 'must not be repeated');
  return part;
}

function lifetimeOf(part: Part | undefined): number | undefined {
  if (part === undefined) return undefined;
  const text = part.content.size > 9 ? '' : readContent(part.content).toString();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= MIN_LIFETIME_SECONDS && seconds <= MAX_LIFETIME_SECONDS) return seconds * 1000;
  throw badRequest(
    BAD_FIELD,
    LIFETIME,
    `must be a whole number from ${MIN_LIFETIME_SECONDS} to ${MAX_LIFETIME_SECONDS}`,
  );
}
