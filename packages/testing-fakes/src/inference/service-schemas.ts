/** Schemas of inference. */
import {
  batchRequests,
  inferenceSchemas,
  MessageBatchRequestSchema,
  SkillSchema,
  SkillVersionSchema,
} from '@parlance/schemas/validation/inference';
import * as z from 'zod';
import type { ServiceSchemas } from '../emulator/service.js';
import { StoredBatchSchema } from './stored-batch.schema.js';

/** The params of a batch are validated later, when they are processed. */
const batchBody = z.strictObject({
  requests: batchRequests(
    z.strictObject({
      custom_id: MessageBatchRequestSchema.shape.custom_id,
      params: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** Schemas of operations and of stored records. */
export const inferenceServiceSchemas: ServiceSchemas = {
  operations: {
    ...inferenceSchemas,
    'messages.batches.create': { ...inferenceSchemas['messages.batches.create'], body: batchBody },
  },
  records: {
    message_batches: StoredBatchSchema,
    skill_versions: SkillVersionSchema,
    skills: SkillSchema,
  },
};
