import type { ComplianceClient } from '@parlance/compliance';
import type { Checkpoint } from '@parlance/core-transport';
import type { ActivityListParams } from '@parlance/schemas';
import type { ExportStep } from './export-state.js';

/** Options for {@link exportActivities}. */
export interface ActivityExport {
  readonly client: ComplianceClient;
  readonly filters: ActivityListParams;
  readonly resumeFrom: Checkpoint | null;
  /** Activities per request, 1 to 5,000. */
  readonly perPage: number;
  readonly signal: AbortSignal;
}

/** Yields the activities as lines, newest first, one step per page. */
export async function* exportActivities(options: ActivityExport): AsyncGenerator<ExportStep<Checkpoint>> {
  const { client, filters, resumeFrom, perPage, signal } = options;
  const listOptions = resumeFrom === null ? { signal } : { signal, resumeFrom };
  for await (const { data, checkpoint } of client.activities
    .list({ ...filters, limit: perPage }, listOptions)
    .pages()) {
    yield {
      lines: { 'activities.ndjson': data.map((record) => `${JSON.stringify(record)}\n`).join('') },
      adds: { records: data.length },
      reached: data.at(-1)?.created_at ?? null,
      people: null,
      checkpoint,
    };
  }
}
