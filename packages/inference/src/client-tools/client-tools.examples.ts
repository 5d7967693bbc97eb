/** An agent with the client tools of the service. The tests run it against the emulator. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceClient, runTools } from '@parlance/inference';
import { bashTool, directoryMemory, memoryTool, textEditorTool } from '@parlance/inference/tools';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const options = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() };

/** Lets the model run commands, edit files and remember. */
export async function runClientTools(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'parlance-example-'));
  const remember = { command: 'create', path: '/memories/user.md', file_text: 'Prefers metric units.' };
  const content = `/tool memory ${JSON.stringify(remember)}\n/tool bash {"command":"git --version"}`;
  const client = new InferenceClient(options);
  // #region Run commands, edit files and remember
  await using bash = bashTool({ folder: home, timeoutMs: 60_000, approval: true });
  const run = await runTools(
    client,
    {
      model: 'assistant-sonnet-4-6',
      max_tokens: 1024,
      messages: [{ role: 'user', content }],
      tools: [
        bash,
        textEditorTool({ folder: home }),
        memoryTool({ backend: directoryMemory(join(home, 'memories')) }),
      ],
    },
    {
      approve: ({ input }) =>
        String(input.command).startsWith('git ') ? 'allow' : { deny: 'Only git is allowed.' },
    },
  );
  for (const { calls } of run.steps) for (const call of calls) console.log(call.name, call.output);
  // #endregion
  const calls = run.steps.flatMap((step) => step.calls);
  assert.deepEqual(
    calls.map(({ name, status }) => [name, status]),
    [
      ['memory', 'completed'],
      ['bash', 'completed'],
    ],
  );
  assert.equal(await readFile(join(home, 'memories/user.md'), 'utf8'), 'Prefers metric units.');
  await rm(home, { recursive: true });
}
