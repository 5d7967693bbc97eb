/** Waiting for a session and following an outcome survive what following its events survives. */
import { createFake, type Fault } from '@parlance/testing-fakes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';

async function start() {
  const fake = createFake();
  const retry = { maxRetries: 0 };
  const client = new ManagedAgentsClient({
    baseUrl: fake.url,
    http: fake.http(),
    apiKey: fake.keys.api,
    retry,
  });
  const agent = await client.agents.create({ model: 'm', name: 'Worker' });
  const environment = await client.environments.create({ name: 'env' });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  return { fake, sessions: client.sessions, id };
}

const fault = fc.record({
  operation: fc.constantFrom('sessions.retrieve', 'sessions.events.list', 'sessions.events.stream'),
  failure: fc.constantFrom<Fault>({ status: 503 }, { status: 529 }, { cut: 'rst' }),
});
const faultsOf = (faults: readonly { operation: string; failure: Fault }[]): Fault[] =>
  faults.map(({ operation, failure }) => ({ match: { operation }, times: 1, ...failure }));
const fast = { baseDelayMs: 0 };

test('any failures that pass delay the result, and do not change it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 6 }), async (faults) => {
      const { fake, sessions, id } = await start();
      const rubric = { type: 'text' as const, content: 'r' };
      await sessions.events.send(id, {
        events: [{ type: 'user.define_outcome', description: 'd', rubric }],
      });
      fake.setFaults(faultsOf(faults));
      const { outcome_evaluations: outcomes } = await sessions.waitFor(
        id,
        ({ outcome_evaluations: all }) => all?.some(({ result }) => result === 'satisfied') === true,
        fast,
      );
      fake.setFaults(faultsOf(faults));
      const results: string[] = [];
      for await (const { result } of sessions.followOutcome(id, outcomes?.[0]?.outcome_id ?? '', fast))
        results.push(result);
      expect(results).toEqual(['satisfied']);
      fake.setFaults(faultsOf(faults));
      expect(await sessions.run(id, fast)).toMatchObject({ reason: 'end_turn' });
    }),
    { numRuns: 25 },
  );
});

test('an abort and a failure that lasts end the wait', async () => {
  const { fake, sessions, id } = await start();
  fake.setFaults([{ match: { operation: 'sessions.retrieve' }, status: 503 }]);
  const controller = new AbortController();
  const waiting = sessions.waitFor(id, () => true, { baseDelayMs: 1e6, signal: controller.signal });
  const failure = waiting.catch((error: unknown) => error);
  while (!fake.journal().some(({ status }) => status === 503)) await new Promise(setImmediate);
  controller.abort();
  expect(await failure).toMatchObject({ name: 'AbortedError' });
  fake.setFaults([{ match: { operation: 'sessions.retrieve' }, status: 403 }]);
  await expect(sessions.waitFor(id, () => true, fast)).rejects.toMatchObject({ status: 403 });
});
