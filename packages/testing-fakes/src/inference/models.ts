/**
 * Handlers for models.
 *
 * Rules: INF-075.
 */
import type { modelOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { identifier, notFound } from '../engine/refusal.js';
import { idPage } from '../records/pages.js';
import { modelIdOf, modelTable } from '../model/model-table.js';

/** Handlers for the model operations. */
export const modelHandlers: HandlersFor<typeof modelOperations> = {
  'models.retrieve': (call) => {
    const model = modelTable.get(modelIdOf(call.params.model_id));
    if (model === undefined) throw notFound('model', identifier(call.params.model_id), 'GEN-007');
    return model;
  },
  'models.list': (call) => {
    const { lifecycle: stages = ['active', 'deprecated'] } = call.query;
    return idPage(call, {
      from: modelTable,
      where: ({ lifecycle }) => lifecycle !== undefined && stages.includes(lifecycle),
      show: (model) => model,
      order: 'asc',
    });
  },
};
