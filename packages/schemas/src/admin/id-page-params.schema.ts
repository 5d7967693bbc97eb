/** Schema of the paging parameters of the administration lists. */
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import type { IdPageParams } from '../kit/paging.js';
import { object, type ObjectSchema, rule, type Schema } from '../kit/schema.js';

/** Page size, 1 to 1,000. */
export const adminLimit: Schema<number | undefined> = rule('ADM-005', pageLimit(1000)).optional();

/** Returns a schema of {@link IdPageParams} as the administration lists take them. */
export function adminPageParams(): ObjectSchema<IdPageParams> {
  return oneCursor(object({ ...idCursorFields, limit: adminLimit }));
}
