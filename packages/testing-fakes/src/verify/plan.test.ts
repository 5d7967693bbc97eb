import { expect, test } from 'vitest';
import { planRun } from './plan.js';
import type { ScenarioStep } from './scenario.js';

const params = { model: 'assistant-opus-4-7', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] };
const requests = ['a', 'b', 'c'].map((id) => ({ custom_id: id, params }));

function planOf(...steps: readonly ScenarioStep[]) {
  const keys = { api: 'key', unknown: 'unknown' };
  return planRun([{ rules: [], steps }], keys, { writes: true, commands: true });
}

test('the calls of a batch are calls of a model', () => {
  const single = planOf({ line: 'POST /v1/messages', body: params });
  expect(single).toMatchObject({ requests: 1, modelCalls: 1 });
  const batch = planOf({ line: 'POST /v1/messages/batches', body: { requests } });
  expect(batch).toMatchObject({ requests: 1, modelCalls: 3, maxTokens: 3 * single.maxTokens });
});

test.each([[null], [{}], [{ requests: 'x' }], [{ requests: [null, 1, {}] }], ['text']])(
  'a batch that is malformed has none: %j',
  (body) => {
    expect(planOf({ line: 'POST /v1/messages/batches', body })).toMatchObject({ modelCalls: 0 });
  },
);
