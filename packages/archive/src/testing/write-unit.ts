/** Writes records to a sink, as a follower does. */
import { onTestFinished } from 'vitest';
import type { Unit } from '../certificates/extent.js';
import { createRecord } from '../certificates/digest.js';
import type { ArchiveRecord } from '../records/archive-record.js';
import type { RejectedRecord, Sink } from '../sinks/sink.js';

/** The unit that is written. */
export const UNIT: Unit = { name: 'activities/2026-04-01T00-00-00-000Z', family: 'activities', revision: 0 };

/** Writes a unit; returns what was rejected. */
export async function writeUnit(
  sink: Sink,
  records: readonly ArchiveRecord[],
  options: { readonly attempt?: number; readonly signal?: AbortSignal } = {},
): Promise<RejectedRecord[]> {
  const { attempt = 1, signal = new AbortController().signal } = options;
  const open = await sink.open({ exportName: 'nightly', signal });
  onTestFinished(() => open.close());
  const rejections: RejectedRecord[] = [];
  const report = { leftOut: () => {}, rejected: (one: RejectedRecord) => void rejections.push(one) };
  const writer = await open.begin(UNIT, { attempt, report });
  try {
    await writer.write(records);
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
  return rejections;
}

/** Creates records of activities, a minute apart. */
export function activityRecords(count: number, text = ''): ArchiveRecord[] {
  return Array.from({ length: count }, (_, index) =>
    createRecord('activity', `activity_${index}`, {
      id: `activity_${index}`,
      type: 'assistant_chat_created',
      created_at: new Date(Date.UTC(2026, 3, 1, 0, index)).toISOString(),
      organization_id: null,
      organization_uuid: null,
      actor: { type: 'vendor_actor', email_address: null },
      assistant_chat_id: `chat_${text}`,
      assistant_project_id: null,
    }),
  );
}
