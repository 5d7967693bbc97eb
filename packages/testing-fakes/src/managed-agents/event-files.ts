/** The files that events name. */
import type { UserEventParams } from '@parlance/schemas';
import { notFound } from '../engine/refusal.js';
import type { World } from '../world/world.js';
import { files } from './collections.js';

/**
 * Holds that every file in the content of events, or with the criteria of an outcome, is there.
 *
 * @throws {Refusal} 404 naming the first one that is not.
 */
export function requireFiles(world: World, given: readonly UserEventParams[]): void {
  for (const [index, event] of given.entries())
    for (const [path, source] of sourcesOf(event))
      if (source.type === 'file' && world.store.of(files).get(source.file_id) === undefined)
        throw notFound('file', `${source.file_id} (events.${index}.${path}.file_id)`);
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
