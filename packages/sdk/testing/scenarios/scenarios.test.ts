import { operations } from '@parlance/schemas';
import { schemas } from '@parlance/schemas/validation';
import { afterAll, expect, test } from 'vitest';
import { scenarios } from './scenarios.js';
import { openClients, openPlace, TRANSPORTS, type Place, type TransportName } from './open-clients.js';
import type { Scenario } from './scenario.js';

/**
 * `PARLANCE_SCENARIOS=fetch,file` selects the transports. By default: in process, over a socket, with other names on
 * both sides and on one, and without nulls. `live` uses the service at `PARLANCE_BASE_URL` and changes its records.
 */
const chosen = (process.env['PARLANCE_SCENARIOS'] ?? 'adapter,http,named,sparse,deployment').split(
  ',',
) as TransportName[];

test('the selected transports exist', () => {
  expect(TRANSPORTS).toEqual(expect.arrayContaining(chosen));
});

test('every operation has a schema and a scenario', () => {
  const ids = Object.keys(operations).toSorted();
  expect(Object.keys(schemas).toSorted()).toEqual(ids);
  expect(Object.keys(scenarios).toSorted()).toEqual(ids);
});

const cases = chosen.flatMap((transport) =>
  Object.entries(scenarios as Record<string, Scenario>).map(([id, scenario]) => ({
    transport,
    id,
    scenario,
  })),
);

/**
 * One for each transport, so that scenarios run one after the other on a service, as they do with `live`. `sparse` has one for
 * each scenario, because activities report the nulls of earlier requests, which are data and not absent members.
 */
const places = new Map<string, Place>();
afterAll(async () => {
  for (const place of places.values()) await place[Symbol.asyncDispose]();
});

test.each(cases)('$id works over $transport', async ({ transport, id, scenario }) => {
  const name = transport === 'sparse' ? `${transport} ${id}` : transport;
  const place = places.get(name) ?? (await openPlace(transport));
  places.set(name, place);
  await using open = openClients(place);
  await scenario(open.clients);
  expect([...open.requested], 'the scenario called another operation').toContain(id);
  expect(open.leaks).toEqual([]);
});
