/* Program of the guide on agents. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Use a skill in an agent
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';

const skill = await new InferenceClient().skills.create({
  display_title: `Reports ${Date.now()}`,
  files: [
    {
      filename: 'reports/SKILL.md',
      contentType: 'text/markdown',
      data: new TextEncoder().encode('---\nname: reports\ndescription: Writes reports.\n---\nBe brief.\n'),
    },
  ],
});
const agent = await new ManagedAgentsClient().agents.create({
  model: 'assistant-opus-4-7',
  name: 'Reporter',
  tools: [{ type: 'agent_toolset_20260401' }],
  skills: [
    { type: 'custom', skill_id: skill.id },
    { type: 'vendor', skill_id: 'xlsx' },
  ],
});
console.log(agent.skills);
// #endregion

assert.equal(agent.skills.length, 2);
