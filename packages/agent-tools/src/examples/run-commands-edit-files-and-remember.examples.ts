/* Lets the model run commands, edit files and remember. */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
// #region Run commands, edit files and remember
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceClient, runTools } from '@parlance/inference';
import { bashTool, directoryMemory, memoryTool, textEditorTool } from '@parlance/agent-tools';

const folder = await mkdtemp('workspace-');
const bash = bashTool({ folder, timeoutMs: 60_000, approval: true });
const remember = { command: 'create', path: '/memories/user.md', file_text: 'Prefers metric units.' };
const run = await runTools(
  new InferenceClient(),
  {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    tools: [
      bash,
      textEditorTool({ folder }),
      memoryTool({ backend: directoryMemory(join(folder, 'memories')) }),
    ],
    // The emulator calls the tools that these lines name. A model decides on its own.
    messages: [
      {
        role: 'user',
        content: `/tool memory ${JSON.stringify(remember)}\n/tool bash {"command":"git --version"}`,
      },
    ],
  },
  {
    approve: ({ input }) =>
      String(input.command).startsWith('git ') ? 'allow' : { deny: 'Only git is allowed.' },
  },
);
for (const { calls } of run.steps) for (const call of calls) console.log(call.name, call.output);
await bash[Symbol.asyncDispose]();
// #endregion

const calls = run.steps.flatMap((step) => step.calls);
assert.deepEqual(
  calls.map(({ name, status }) => [name, status]),
  [
    ['memory', 'completed'],
    ['bash', 'completed'],
  ],
);
assert.equal(await readFile(join(folder, 'memories/user.md'), 'utf8'), 'Prefers metric units.');
await rm(folder, { recursive: true });
