import * as z from 'zod';
import { FAMILIES } from './activity-families.js';
import { id } from './body.js';

const ids = z.array(id).optional();
const time = z.iso.datetime({ offset: true }).optional();
const created_at = z.strictObject({ gte: time, lt: time }).optional();

/** Schema of the body that starts an export: what the page shows. */
export const exportRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('activities'),
    filters: z.strictObject({ activity_types: ids, actor_ids: ids, created_at }),
    /** IDs of the families to leave out. */
    hidden: z.array(z.enum(FAMILIES.map((family) => family.id))).optional(),
  }),
  z.strictObject({
    kind: z.literal('chats'),
    filters: z.strictObject({ user_ids: ids, project_ids: ids, created_at }),
    /** Text of the search box. */
    search: z.string().optional(),
    /** The chats that a search of messages found, in place of those that the search box alone finds. */
    chatIds: ids,
  }),
]);

/** A request for an export. */
export type ExportRequest = z.infer<typeof exportRequest>;
