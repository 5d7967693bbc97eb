import type { modelOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import type { ScenariosFor } from '../scenario.js';

export const modelScenarios: ScenariosFor<typeof modelOperations> = {
  'models.retrieve': async ({ inference }) => {
    const model = await inference.models.retrieve('assistant-opus-4-5');
    expect(model).toMatchObject({ id: 'assistant-opus-4-5-20251101', type: 'model' });
  },
  'models.list': async ({ inference }) => {
    const ids: string[] = [];
    for await (const model of inference.models.list({ limit: 3 })) ids.push(model.id);
    expect(ids).toContain('assistant-opus-4-7');
    expect(new Set(ids).size).toBe(ids.length);
  },
};
