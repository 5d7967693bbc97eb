/**
 * Files that requests upload to a container, and files that code creates there.
 *
 * Rules: INF-048.
 */
import type { ContentBlockParam, MessageCreateParams } from '@parlance/schemas';
import { files, addFile } from '../../workspace/files.js';
import type { World } from '../../world/world.js';

/** Bytes of a file that code can read. The rest of a larger file is left out. */
const MAX_READ_BYTES = 1_000_000;

/** A file of a request that code execution can read. */
export interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Whether the reply reports the upload: the request only shows the file to the model. */
  readonly isReported: boolean;
}

/** Returns the files of a request: those in `container_upload` blocks, and those that images and documents reference. */
export function uploadedFiles(world: World, { messages }: MessageCreateParams): UploadedFile[] {
  const sent = messages.flatMap(({ content }): readonly ContentBlockParam[] =>
    typeof content === 'string' ? [] : content,
  );
  return sent.flatMap((block): UploadedFile[] => {
    const id = fileIdOf(block);
    const file = id === undefined ? undefined : world.store.of(files).get(id);
    if (file === undefined) return [];
    const text = beginningOf(world.store.contents.get(file.id)?.chunks() ?? []);
    return [{ id: file.id, name: file.filename, text, isReported: block.type !== 'container_upload' }];
  });
}

function beginningOf(chunks: Iterable<Uint8Array>): string {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    read.push(chunk.subarray(0, MAX_READ_BYTES - bytes));
    bytes += chunk.byteLength;
    if (bytes >= MAX_READ_BYTES) break;
  }
  return Buffer.concat(read).toString();
}

function fileIdOf(block: ContentBlockParam): string | undefined {
  if (block.type === 'container_upload') return block.file_id;
  const isShown = block.type === 'image' || block.type === 'document';
  return isShown && block.source.type === 'file' ? block.source.file_id : undefined;
}

/** Types of output files by extension. */
const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
};

/** Stores a file that code created. It can be downloaded. */
export function addOutputFile(world: World, path: string, text: string): string {
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const extension = filename.slice(filename.lastIndexOf('.') + 1);
  const mimeType = TYPES[extension] ?? 'text/plain';
  return addFile(world, { filename, mimeType, data: Buffer.from(text), isCreatedByTool: true }).id;
}
