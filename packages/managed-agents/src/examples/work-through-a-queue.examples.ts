/* Receives a session of a self-hosted environment and keeps its lease. */
import assert from 'node:assert/strict';
// #region Work through a queue
import { ManagedAgentsClient } from '@parlance/managed-agents';

const client = new ManagedAgentsClient();
const environment = await client.environments.create({
  name: `Own ${Date.now()}`,
  config: { type: 'self_hosted' },
});
const agent = await client.agents.create({ model: 'assistant-opus-4-7', name: 'Builder' });
await client.sessions.create({ agent: agent.id, environment_id: environment.id });

const { work } = client.environments;
const item = await work.poll(environment.id, { block_ms: 999, workerId: 'worker-1' });
if (item !== null) {
  await work.acknowledge(environment.id, item.id);
  let last = 'NO_HEARTBEAT';
  const beat = async () => {
    const heartbeat = await work.heartbeat(environment.id, item.id, { expected_last_heartbeat: last });
    last = heartbeat.last_heartbeat;
    return heartbeat.lease_extended && heartbeat.state === 'active';
  };
  // Run the tools of the session, and call `beat` again well within `ttl_seconds`, until it returns false.
  console.log(item.data.type, item.data.id, await beat());
  await work.stop(environment.id, item.id, { force: true });
}
// #endregion

assert.equal((await work.stats(environment.id)).depth, 0);
assert.notEqual(item, null);
