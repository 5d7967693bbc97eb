/** Files that an operation sends or returns. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { saveDownload } from '@parlance/core-transport';
import { openDownload, uploadedFile, writeMultipart } from '@parlance/core-transport/internal';
import { FileError, openUntrustedFile } from '@parlance/files';
import type { Operation } from '@parlance/schemas';
import type { CommandContext } from '../command-context.js';
import { CommandError, invalidArguments } from '../command-error.js';
import type { ApiClient } from '../config/settings.js';
import { EXIT_CODES } from '../exit-codes.js';
import { shown } from '../terminal/count.js';
import { snakeKeys } from '../terminal/snake-keys.js';
import type { ApiInput } from './api-request.js';

/** Media types that the service distinguishes, by the ending of a name. */
const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
};

/**
 * Adds files to the input of an upload. They are read while they are sent.
 *
 * @param operation - The operation.
 * @param files - Paths of the files, or `name=path`.
 * @throws {CommandError} When the operation takes another number of files, a name is missing, or a file cannot be read.
 */
export async function withFiles(
  { cwd }: CommandContext,
  operation: Operation,
  { input, files }: { readonly input: ApiInput; readonly files: readonly string[] },
): Promise<ApiInput> {
  const isList = operation.content?.some((field) => field.startsWith('files.')) === true;
  if (files.length === 0 || (!isList && files.length > 1))
    throw invalidArguments(`${operation.id} sends ${isList ? 'files' : 'one file'}.`, 'Add --file PATH.');
  const named = files.map((file) => {
    const [, name, typed = file] = /^([^=]+)=(.+)$/.exec(file) ?? [];
    const found = path.resolve(cwd, typed);
    // The folder of a skill is a part of its names.
    const filename = name ?? (isList ? path.normalize(typed).replaceAll('\\', '/') : path.basename(typed));
    if (path.isAbsolute(filename) || filename.startsWith('..'))
      throw invalidArguments(`${typed} is outside of the current folder.`, `Name it: --file NAME=${typed}.`);
    return { path: found, filename, contentType: TYPES[path.extname(filename).toLowerCase()] };
  });
  for (const { path: file } of named) await checkReadable(file);
  const uploads = named.map(uploadedFile);
  const body = {
    ...(input.body as object | undefined),
    ...(isList ? { files: uploads } : { file: uploads[0] }),
  };
  return { ...input, body, write: writeMultipart };
}

/**
 * Saves the file that an operation returns. It is complete once it has its name.
 *
 * @throws {CommandError} When the file exists.
 * @throws {DownloadError} When the download is incomplete or cannot be saved.
 */
export async function saveResponse(
  { output, cwd, signal }: CommandContext,
  { transport }: ApiClient,
  {
    operation,
    input,
    file,
  }: { readonly operation: Operation; readonly input: ApiInput; readonly file: string },
): Promise<void> {
  const target = path.resolve(cwd, file);
  if (existsSync(target))
    throw new CommandError('output_exists', `${target} exists.`, {
      hint: 'Use another --output.',
      exitCode: EXIT_CODES.refused,
    });
  // The contract is checked at run time.
  const download = await openDownload(() => transport.download(operation, input as never, { signal }));
  const {
    path: saved,
    filename,
    contentType,
    sizeBytes,
    sha256,
  } = await saveDownload(download, { path: target });
  const fields = snakeKeys({ path: saved, filename, contentType, sizeBytes, sha256 });
  await output.result('download', fields, `${saved}  ${shown(sizeBytes)} bytes`);
}

async function checkReadable(file: string): Promise<void> {
  try {
    await using _file = await openUntrustedFile(file, { followLink: true });
  } catch (error) {
    if (error instanceof FileError) throw invalidArguments(error.message);
    throw error;
  }
}
