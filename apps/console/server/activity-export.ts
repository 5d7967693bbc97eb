import type { ComplianceClient } from '@parlance/compliance';
import type { Checkpoint } from '@parlance/core-transport';
import type { ActivityListParams } from '@parlance/schemas';
import { FAMILIES, familyOf } from './activity-families.js';
import type { ExportStep } from './export-state.js';

/** Options for {@link exportActivities}. */
export interface ActivityExport {
  readonly client: ComplianceClient;
  readonly filters: ActivityListParams;
  /** IDs of the families to leave out. */
  readonly hidden: readonly string[];
  readonly resumeFrom: Checkpoint | null;
  /** Activities per request, 1 to 5,000. */
  readonly perPage: number;
  readonly signal: AbortSignal;
}

/** Yields the activities as lines, newest first, one step per page. */
export async function* exportActivities(options: ActivityExport): AsyncGenerator<ExportStep<Checkpoint>> {
  const { client, filters, hidden, resumeFrom, perPage, signal } = options;
  const listOptions = resumeFrom === null ? { signal } : { signal, resumeFrom };
  for await (const { data, checkpoint } of client.activities
    .list({ ...filters, limit: perPage }, listOptions)
    .pages()) {
    const shown = data.filter((activity) => !hidden.includes(FAMILIES[familyOf(activity)]?.id ?? ''));
    yield {
      lines: { 'activities.ndjson': shown.map((record) => `${JSON.stringify(record)}\n`).join('') },
      adds: { records: shown.length },
      reached: data.at(-1)?.created_at ?? null,
      people: null,
      checkpoint,
    };
  }
}
