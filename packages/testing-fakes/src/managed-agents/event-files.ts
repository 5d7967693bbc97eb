/** Checks of the files that session events reference. */
import type { UserEventParams } from '@parlance/schemas';
import { notFound } from '../engine/refusal.js';
import type { World } from '../world/world.js';
import { files } from '../workspace/files.js';

/**
 * Validates that every file referenced in the content of an event or in the rubric of an outcome exists.
 *
 * @throws {Refusal} 404 naming the first missing file.
 */
export function requireFiles(world: World, sent: readonly UserEventParams[], field = 'events'): void {
  for (const [index, event] of sent.entries())
    for (const [path, source] of sourcesOf(event))
      if (source.type === 'file' && world.store.of(files).get(source.file_id) === undefined)
        throw notFound('file', `${source.file_id} (${field}.${index}.${path}.file_id)`);
}

type Source =
  { readonly type: 'file'; readonly file_id: string } | { readonly type: 'base64' | 'url' | 'text' };

function sourcesOf(event: UserEventParams): (readonly [path: string, source: Source])[] {
  if ('rubric' in event) return [['rubric', event.rubric]];
  const content = 'content' in event ? (event.content ?? []) : [];
  return content.flatMap((block, index) =>
    block.type === 'image' || block.type === 'document' ? [[`content.${index}.source`, block.source]] : [],
  );
}
