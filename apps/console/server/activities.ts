import type { ActivityListParams, ActivityType } from '@parlance/schemas';
import { ActivityListParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { JSONValue } from 'hono/utils/types';
import * as z from 'zod';
import { labelOf } from './activity-actor.js';
import { familyOf, MAX_ACTIVITIES } from './activity-families.js';
import type { Backend } from './backend.js';
import { body, id } from './body.js';
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

/** The last time of the year 9999, in milliseconds since 1970. */
const MAX_TIME = Date.UTC(10_000, 0) - 1;

/** Identifies an activity by its ID and when it occurred, in milliseconds since 1970. */
const activityAt = z.strictObject({ id, at: z.int().min(0).max(MAX_TIME) });

const ACTIVITIES_PER_PAGE = 5_000;

/** Routes for the audit log. */
export function activityRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/list', body(ActivityListParamsSchema), (c) =>
      sendEvents(c, activities(c.req.valid('json'), parlance, c.req.raw.signal)),
    )
    .post('/retrieve', body(activityAt), async (c) => {
      const { id, at } = c.req.valid('json');
      const { signal } = c.req.raw;
      // The service has no request for one activity, so list those of its millisecond.
      const created_at = { gte: new Date(at).toISOString(), lt: new Date(at + 1).toISOString() };
      for await (const activity of parlance.compliance.activities.list({ created_at }, { signal })) {
        if (activity.id === id) return c.json(activity as unknown as Record<string, JSONValue>);
      }
      throw new HTTPException(404, { message: `No activity with the ID ${id}.` });
    });
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
