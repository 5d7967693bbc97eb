/** The schemas of every operation of inference, by id. */
import type { SchemasFor } from '../kit/schema.js';
import { completionSchemas } from './completions.schema.js';
import { messageSchemas } from './messages.schema.js';
import { modelSchemas } from './models.schema.js';
import type { InferenceOperations } from './operations.js';

/** Schemas of every operation of inference, by id. */
export const inferenceSchemas: SchemasFor<InferenceOperations> = {
  ...messageSchemas,
  ...modelSchemas,
  ...completionSchemas,
};
