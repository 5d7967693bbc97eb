import { activityTypes, type Activity, type ActivityType } from '@parlance/schemas';
import type { Fake } from '@parlance/testing-fakes';
import { ActivityTail, type ActivityTailParams } from '../activity-tail.js';
import type { ActivityTailOptions } from '../activity-tail-options.js';
import type { ComplianceClient } from '../compliance-client.js';
import type { VirtualClock } from './virtual-clock.js';

/** All types except the one that reading activities adds. */
export const activity_types: ActivityType[] = activityTypes.filter(
  (type) => type !== 'compliance_api_accessed',
);
export const START = '2026-01-01T00:00:00Z';
export const NOON: number = Date.parse('2026-06-01T12:00:00.000Z');

/** Adds an activity to the audit log, at any time. */
export function occur(fake: Fake, id: string, created_at: string): void {
  const record = {
    id,
    created_at,
    isOwned: true,
    details: { type: 'age_verified', actor: { type: 'vendor_actor', email_address: null } },
  };
  fake.world().store.of<object>({ name: 'activities' }).put(id, record);
}

export const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns the ids of the first activities of a tail. */
export async function take(tail: AsyncIterable<Activity>, count: number = Infinity): Promise<string[]> {
  const ids: string[] = [];
  for await (const activity of tail) {
    ids.push(activity.id ?? '');
    if (ids.length === count) break;
  }
  return ids;
}

/** What a tail is made of. */
export interface TailOf {
  readonly compliance: ComplianceClient;
  readonly clock: VirtualClock;
  readonly options: ActivityTailOptions;
  readonly params?: ActivityTailParams;
}

/** Creates a tail with a clock. */
export function tailOf({ compliance, clock, options, params = { activity_types } }: TailOf): ActivityTail {
  return new ActivityTail((query, rest) => compliance.activities.list(query, rest), {
    params,
    options,
    clock,
  });
}

/** Returns all items. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
