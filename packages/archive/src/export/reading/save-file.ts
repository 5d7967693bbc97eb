import { DownloadError, saveDownload } from '@parlance/core-transport';
import { sha256 } from '../../certificates/digest.js';
import { contentPath } from '../../certificates/sealed-file.js';
import { writeError } from '../../folder/write-error.js';
import type { ArchivedFile } from '../../records/archive-record.js';
import type { Attachment } from '../../records/attachments.js';
import type { RunContext } from '../state/run-context.js';

const RESOURCES = { file: 'files', generated_file: 'generatedFiles', artifact: 'artifacts' } as const;

/** A saved file. */
export interface SavedFile extends Pick<ArchivedFile, 'size_bytes' | 'sha256' | 'path'> {
  readonly requestId: string | null;
}

/** Downloads a file into the archive. The path depends on the content, so repeating it has no further effect. */
export async function saveFile(
  context: RunContext,
  { source, id, messageId }: Attachment & { readonly messageId: string },
  signal: AbortSignal,
): Promise<SavedFile> {
  const { compliance, patience, clock, sinks } = context;
  const folder = sinks.requireArchive();
  const partial = folder.resolve(`.partial/file-${sha256(`${messageId} ${source} ${id}`).slice(0, 32)}`);
  const saved = await patience.call(signal, async () => {
    const download = await compliance[RESOURCES[source]].download(id, { signal, priority: 'bulk' });
    clock.observe(download.headers);
    try {
      return await saveDownload(download, { path: partial, maxBytes: Number.POSITIVE_INFINITY });
    } catch (error) {
      throw notSaved(error) ? writeError(partial, error.cause) : error;
    }
  });
  const target = contentPath(saved.sha256);
  await folder.publish(partial, target);
  return { size_bytes: saved.sizeBytes, sha256: saved.sha256, path: target, requestId: saved.requestId };
}

function notSaved(error: unknown): error is DownloadError {
  return DownloadError.is(error) && error.code === 'download_not_saved';
}
