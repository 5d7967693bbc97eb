import type { ComplianceClient } from '@parlance/compliance';
import type { Checkpoint } from '@parlance/core-transport';
import type { ActivityListParams } from '@parlance/schemas';
import type { ExportStep } from './export-state.js';

/** What an export of activities is made of. */
export interface ActivityExport {
  readonly client: ComplianceClient;
  readonly filters: ActivityListParams;
  readonly resumeFrom: Checkpoint | null;
  /** Activities of one request, 1 to 5,000. */
  readonly perPage: number;
  readonly signal: AbortSignal;
}

/** Gives the activities as lines, newest first, a step for each page. */
export async function* exportActivities(parts: ActivityExport): AsyncGenerator<ExportStep<Checkpoint>> {
  const { client, filters, resumeFrom, perPage, signal } = parts;
  const options = resumeFrom === null ? { signal } : { signal, resumeFrom };
  for await (const { data, checkpoint } of client.activities
    .list({ ...filters, limit: perPage }, options)
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
