/** Schema of the requests of a batch. */
import * as z from 'zod';
import { constrain } from '../kit/limits.schema.js';
import { rule, type Schema } from '../kit/schema.js';

/**
 * Adds the limits of a batch to the schema of its requests.
 *
 * @param request - Schema of one request.
 */
export function batchRequests<Request extends { custom_id: string }>(
  request: Schema<Request>,
): Schema<Request[]> {
  const requests = constrain(z.array(request).min(1).max(100_000), (value, report) => {
    const seen = new Set<string>();
    value.forEach(({ custom_id: id }, index) => {
      if (seen.has(id)) report('BAT-004', 'must be unique within the batch', [index, 'custom_id']);
      seen.add(id);
    });
  });
  return rule('BAT-001', requests);
}
