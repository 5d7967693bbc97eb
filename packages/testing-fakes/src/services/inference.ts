/** The inference API as a service of the emulator. */
import { operationSources, type Operation } from '@parlance/schemas';
import * as z from 'zod';
import type { Service } from '../emulator/service.js';
import type { HeaderRules } from '../engine/conventions.js';
import { resumeBatches } from '../inference/batch-run.js';
import { inferenceHandlers } from '../inference/handlers.js';
import { withoutNewerFields } from '../inference/newer-fields.js';
import { modelsPart, noteUnknownModel } from '../model/model-plan.js';
import { ScriptsSchema } from '../model/script.schema.js';
import { scriptPlanOf } from '../model/script-plan.js';
import { planPart } from '../scenario/scenario-part.js';
import { serving } from './serving.js';

const count = z.int().min(0);

/** Batches and skills have the rules of managed agents. */
function rulesOf({ id }: Operation): HeaderRules {
  const isInference = operationSources[id]?.source.startsWith('inference') === true;
  return {
    key: 'GEN-006',
    version: isInference ? 'INF-012' : 'MAG-003',
    contentType: isInference ? 'INF-005' : 'MAG-007',
    beta: 'MAG-004',
  };
}

/** Messages, batches, models, completions and skills. */
export const inferenceService: Service = {
  ...serving(inferenceHandlers),
  schemas: async () => (await import('../inference/service-schemas.js')).inferenceServiceSchemas,
  conventions: { rulesOf },
  scenario: [
    planPart({
      name: 'replies',
      schema: ScriptsSchema,
      planOf: scriptPlanOf,
      progress: z.array(z.object({ step: count, used: count })),
    }),
    modelsPart,
  ],
  readBody: withoutNewerFields,
  resume: resumeBatches,
  afterRequest: noteUnknownModel,
};
