import type { ActivityListParams, ActivityType } from '@parlance/schemas';
import { ActivityListParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import { labelOf } from './activity-actor.js';
import { familyOf, MAX_ACTIVITIES } from './activity-families.js';
import type { Backend } from './backend.js';
import { body } from './body.js';
import { sendEvents } from './events.js';

/** Activities in columns, newest first. Columns are a fifth of the size of rows as JSON. */
export interface ActivityColumns {
  /** Seconds since 1970, or null for an activity without a time. */
  readonly times: (number | null)[];
  readonly types: string[];
  /** Indexes of {@link FAMILIES}. */
  readonly families: number[];
  readonly actors: string[];
  /** IDs, or null for an activity without one. */
  readonly ids: (string | null)[];
}

const ACTIVITIES_PER_PAGE = 5_000;

/** Routes for the audit log. */
export function activityRoutes({ parlance }: Backend) {
  return new Hono().post('/list', body(ActivityListParamsSchema), (c) =>
    sendEvents(c, activities(c.req.valid('json'), parlance, c.req.raw.signal)),
  );
}

async function* activities(
  params: ActivityListParams,
  { compliance }: Backend['parlance'],
  signal: AbortSignal,
): AsyncGenerator<ActivityColumns, void> {
  let count = 0;
  for await (const { data } of compliance.activities
    .list({ ...params, limit: ACTIVITIES_PER_PAGE }, { signal })
    .pages()) {
    yield {
      times: data.map(({ created_at }) => (created_at === undefined ? null : Date.parse(created_at) / 1000)),
      types: data.map(({ type }) => (type as ActivityType | undefined) ?? 'untyped'),
      families: data.map(familyOf),
      actors: data.map(({ actor }) => labelOf(actor)),
      ids: data.map(({ id }) => id ?? null),
    };
    count += data.length;
    if (count >= MAX_ACTIVITIES) return;
  }
}
