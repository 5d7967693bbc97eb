import * as z from 'zod';

/** What a page asks a list for: whether to include archived items. */
export const listing = z.strictObject({ archived: z.boolean() });

/** Converts it to the parameters of the service. */
export function listParams({ archived }: z.infer<typeof listing>) {
  return { limit: 100, include_archived: archived };
}
