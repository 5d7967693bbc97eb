/** Schemas of the paging parameters in the id family. */
import * as z from 'zod';
import { constrain } from './limits.schema.js';
import { rule, type Schema } from './schema.js';

/** The two cursors of an id page, as fields of a query. */
export const idCursorFields: {
  readonly after_id: z.ZodOptional<Schema<string>>;
  readonly before_id: z.ZodOptional<Schema<string>>;
} = {
  after_id: rule('GEN-009', z.string().min(1)).optional(),
  before_id: rule('GEN-009', z.string().min(1)).optional(),
};

interface Cursors {
  after_id?: string | undefined;
  before_id?: string | undefined;
}

/**
 * Adds the rule that at most one cursor of an id page may be set.
 *
 * @param schema - Schema of the query.
 */
export function oneCursor<S extends z.ZodType<Cursors>>(schema: S): S {
  return constrain(schema, (query: Cursors, report) => {
    if (query.after_id !== undefined && query.before_id !== undefined) {
      report('GEN-016', 'cannot be combined with after_id', ['before_id']);
    }
  });
}
