/* Program of the guide on agents. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Update without overwriting
import { ConflictError, ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const agent = await client.agents.create({
  model: 'assistant-opus-4-7',
  name: 'Clerk',
  system: 'Be polite.',
});

// Someone else changes the agent first.
await client.agents.update(agent.id, { version: agent.version, system: 'Be polite and brief.' });

async function rename(name: string, version: number): Promise<number> {
  try {
    return (await client.agents.update(agent.id, { version, name })).version;
  } catch (error) {
    if (!ConflictError.is(error)) throw error;
    // Show the other change to the person, or apply yours to the new version:
    const current = await client.agents.retrieve(agent.id);
    return (await client.agents.update(agent.id, { version: current.version, name })).version;
  }
}
const version = await rename('Front desk', agent.version);
console.log(version); // 3
// #endregion

assert.equal(version, 3);
assert.equal((await client.agents.retrieve(agent.id)).system, 'Be polite and brief.');
