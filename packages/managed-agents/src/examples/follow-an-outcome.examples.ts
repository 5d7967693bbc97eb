/* An outcome that the grader returns for revision twice. */
import assert from 'node:assert/strict';
// #region Follow an outcome
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';

// An emulator whose grader accepts the third version.
const fake = createFake({
  scenario: {
    sessions: {
      grader: [
        { result: 'needs_revision', explanation: 'Only two lines' },
        { result: 'needs_revision', explanation: 'No season' },
        { result: 'satisfied', explanation: 'It is a haiku' },
      ],
    },
  },
});
const client = new ManagedAgentsClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

const environment = await client.environments.create({ name: `Container ${Date.now()}` });
const agent = await client.agents.create({ model: 'assistant-opus-4-7', name: 'Poet' });
const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
const sent = await client.sessions.events.send(session.id, {
  events: [
    {
      type: 'user.define_outcome',
      description: 'A haiku about rain',
      rubric: { type: 'text', content: 'Three lines, a season' },
      max_iterations: 5,
    },
  ],
});
const results: string[] = [];
for (const event of sent.data ?? []) {
  if (event.type !== 'user.define_outcome') continue;
  for await (const state of client.sessions.followOutcome(session.id, event.outcome_id)) {
    results.push(`${state.iteration} ${state.result} ${state.explanation}`);
  }
}
console.log(results);
// #endregion

assert.match(results.at(-1) ?? '', /^2 satisfied/);
