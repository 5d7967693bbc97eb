/* Program of the guide on tools. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Approve a tool call in another process
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool, InferenceClient, runTools, type ToolRunCheckpoint } from '@parlance/inference';
import { z } from 'zod';

const inference = new InferenceClient();

const refund = defineTool({
  name: 'refund',
  description: 'Refunds an amount to a customer',
  input: z.object({ amount: z.number() }),
  approval: ({ amount }) => amount > 100,
  run: ({ amount }, { toolUseId }) => `Refunded ${amount}, reference ${toolUseId}`,
});
const params = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  tools: [refund],
  messages: [{ role: 'user' as const, content: '/tool refund {"amount":20}\n/tool refund {"amount":500}' }],
};
const file = join(await mkdtemp(join(tmpdir(), 'refund-')), 'checkpoint.json');

// The first process runs what it may, and stores the rest.
const first = await runTools(inference, params);
if (first.reason === 'pending_calls') {
  for (const { name, input } of first.pendingCalls) console.log('needs approval:', name, input);
  await writeFile(file, JSON.stringify(first.checkpoint));
}

// Another process resumes once someone has decided.
const checkpoint = JSON.parse(await readFile(file, 'utf8')) as ToolRunCheckpoint;
const run = await runTools(inference, params, {
  resumeFrom: checkpoint,
  approve: () => ({ deny: 'Refunds above 100 need a receipt.' }),
});
for (const { status, output } of run.steps.flatMap(({ calls }) => calls)) console.log(status, output);
console.log(run.reason, run.turns);
// #endregion

/** Checks what the program has done. */
export function theCallWasDenied(): void {
  assert.equal(first.reason, 'pending_calls');
  assert.deepEqual(
    run.steps[0]?.calls.map(({ status, input }) => [status, input]),
    [['denied', { amount: 500 }]],
  );
  assert.deepEqual([run.reason, run.turns], ['completed', 2]);
}
