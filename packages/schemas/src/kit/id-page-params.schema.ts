/** Schemas of the paging parameters in the id family. */
import { s } from './schema.js';
import { constrain } from './limits.schema.js';
import { rule, type Schema } from './schema.js';

/** The two cursors of an id page, as fields of a query. */
export const idCursorFields: {
  readonly after_id: Schema<string | undefined>;
  readonly before_id: Schema<string | undefined>;
} = {
  after_id: rule('GEN-009', s.string().min(1)).optional(),
  before_id: rule('GEN-009', s.string().min(1)).optional(),
};

/**
 * Adds the rule that at most one cursor of an id page may be given.
 *
 * @param schema - Schema of the query.
 */
export function oneCursor<T extends { after_id?: string | undefined; before_id?: string | undefined }>(
  schema: Schema<T>,
): Schema<T> {
  return constrain(schema, (query, report) => {
    if (query.after_id !== undefined && query.before_id !== undefined) {
      report('GEN-016', 'may not be given together with after_id', ['before_id']);
    }
  });
}
