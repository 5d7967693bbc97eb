import path from 'node:path';
import {
  activities,
  chats,
  defineExport,
  files,
  messages,
  ndjson,
  sqlite,
  type ExportJob,
} from '@parlance/archive';
import { FAMILIES, familyOf } from './activity-families.js';
import { matchesSearch } from './chat-search.js';
import type { ExportRequest } from './export-request.js';

/** The archive in the folder of an export. */
export const ARCHIVE = 'archive';
/** The database in the folder of an export. */
export const DATABASE = 'export.db';

/** Defines an export that reads what the page shows, once, into a folder. */
export function exportJob(name: string, request: ExportRequest, folder: string): ExportJob {
  const common = {
    name,
    once: true,
    sinks: [ndjson({ dir: path.join(folder, ARCHIVE) }), sqlite({ file: path.join(folder, DATABASE) })],
  };
  const { gte: from, lt: to } = request.filters.created_at ?? {};
  if (request.kind === 'activities') {
    const { activity_types, actor_ids } = request.filters;
    const hidden = new Set<string | undefined>(request.hidden);
    const source = activities({ when: (activity) => !hidden.has(FAMILIES[familyOf(activity)]?.id) });
    const options = { from, to, filter: { activity_types, actor_ids } };
    return defineExport({
      ...common,
      sources: [source],
      order: 'newest-first',
      activities: { ...options, window: '7d', history: '7d', lag: '1s' },
    });
  }
  const { user_ids, project_ids } = request.filters;
  const found = request.chatIds && new Set(request.chatIds);
  const source = chats({ when: (chat) => found?.has(chat.id) ?? matchesSearch(chat, request.search ?? '') });
  return defineExport({
    ...common,
    sources: [source, messages(), files()],
    chats: { from, to, filter: { user_ids, project_ids } },
    activities: { lag: '1s' },
  });
}
