/** Examples for the documentation; `pnpm examples:sync` copies them. */
// #region Assert tool calls
import { defineTool, InferenceClient, runTools } from '@parlance/inference';
import { createFake, expectRun } from '@parlance/testing-fakes';

const fake = createFake();
const refund = { type: 'tool_use', name: 'refund', input: { amount: 5, order: 'A-17' } } as const;
fake.setScripts([{ steps: [{ reply: [refund] }, { reply: 'Refunded.' }] }]);
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

await runTools(inference, {
  model: 'assistant-sonnet-4-6',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Refund 5 for A-17.' }],
  tools: [
    defineTool({
      name: 'refund',
      description: 'Refunds an amount.',
      input: { type: 'object' },
      run: () => 'done',
    }),
  ],
});
expectRun(fake).called('refund', { amount: 5 }).once().answered();
expectRun(fake).notCalled('notify');
// #endregion
