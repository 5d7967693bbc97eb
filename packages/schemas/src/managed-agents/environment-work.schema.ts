/** Schemas of the work queue of an environment. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import type { CursorPageParams } from '../kit/paging.js';
import {
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type SchemasFor,
} from '../kit/schema.js';
import type * as types from './environment-work.js';
import type { environmentWorkOperations } from './operations.js';
import { MetadataPatchSchema, StoredMetadataSchema } from './metadata.schema.js';

/** Schema of {@link types.EnvironmentWork}. */
export const EnvironmentWorkSchema: ObjectSchema<types.EnvironmentWork> = openObject<types.EnvironmentWork>()(
  {
    id: z.string().startsWith('work_'),
    acknowledged_at: timestamp.nullish(),
    created_at: timestamp,
    data: openUnion<types.EnvironmentWork['data']>()('type', {
      session: openObject<types.SessionWorkData>()({ id: z.string(), type: z.literal('session') }),
      healthcheck: openObject<types.HealthCheckWorkData>()({
        id: z.string(),
        type: z.literal('healthcheck'),
      }),
    }),
    environment_id: z.string(),
    latest_heartbeat_at: timestamp.nullish(),
    metadata: StoredMetadataSchema,
    secret: z.string().nullish(),
    started_at: timestamp.nullish(),
    state: openEnum<types.EnvironmentWorkState>(),
    stop_requested_at: timestamp.nullish(),
    stopped_at: timestamp.nullish(),
    type: z.literal('work'),
  },
);

const pollParams: ObjectSchema<types.EnvironmentWorkPollParams> = object<types.EnvironmentWorkPollParams>()({
  block_ms: rule('WRK-003', z.int().min(1).max(999)).nullish(),
  reclaim_older_than_ms: rule('WRK-004', z.int().min(0)).nullish(),
});

const listParams: ObjectSchema<CursorPageParams> = object<CursorPageParams>()({
  limit: pageLimit(100).optional(),
  page: z.string().min(1).optional(),
});

const heartbeatParams: ObjectSchema<types.EnvironmentWorkHeartbeatParams> =
  object<types.EnvironmentWorkHeartbeatParams>()({
    desired_ttl_seconds: rule('WRK-009', z.int().min(1)).nullish(),
    expected_last_heartbeat: rule(
      'WRK-008',
      z.union([timestamp, z.literal('NO_HEARTBEAT')]) as z.ZodType<string, string>,
    ).nullish(),
  });

/** Schemas of the operations on the work queue of an environment, by id. */
export const environmentWorkSchemas: SchemasFor<typeof environmentWorkOperations> = {
  'environments.work.list': { query: listParams, response: cursorPage(EnvironmentWorkSchema) },
  'environments.work.poll': { query: pollParams, response: EnvironmentWorkSchema.nullable() },
  'environments.work.stats': {
    response: openObject<types.EnvironmentWorkStats>()({
      depth: z.int(),
      oldest_queued_at: timestamp.nullish(),
      pending: z.int(),
      type: z.literal('work_queue_stats'),
      workers_polling: z.int().nullish(),
    }),
  },
  'environments.work.retrieve': { response: EnvironmentWorkSchema },
  'environments.work.update': {
    body: object<types.EnvironmentWorkUpdateParams>()({ metadata: rule('WRK-013', MetadataPatchSchema) }),
    response: EnvironmentWorkSchema,
  },
  'environments.work.acknowledge': { response: EnvironmentWorkSchema },
  'environments.work.heartbeat': {
    query: heartbeatParams,
    response: openObject<types.EnvironmentWorkHeartbeat>()({
      last_heartbeat: timestamp,
      lease_extended: z.boolean(),
      state: openEnum<types.EnvironmentWorkState>(),
      ttl_seconds: z.int(),
      type: z.literal('work_heartbeat'),
    }),
  },
  'environments.work.stop': {
    body: object<types.EnvironmentWorkStopParams>()({ force: z.boolean().optional() }),
    response: EnvironmentWorkSchema,
  },
};
