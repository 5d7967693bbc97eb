import { describe, expect, test } from 'vitest';
import { readScenarioPart } from '../fake/read-scenario-file.js';
import { operationOf, type RuleScenario } from './scenario.js';
import { chosenPlants } from './testing/chosen-plants.js';
import { ownPlants } from './testing/planted.js';
import type { Plant } from './testing/plants.js';
import { secondPlants } from './testing/second-plants.js';
import { all, verifyPlants } from './testing/verify-plants.js';

/** Scenarios that can find a plant: with its operation, or about its rule. */
function scenariosFor({ name }: Plant): readonly RuleScenario[] {
  const [about = '', rest] = name.split(': ');
  if (rest === undefined || /^(?:GEN|MAG|ADM)-/.test(about)) return all;
  return all.filter(
    ({ rules, steps }) => rules.includes(about) || steps.some((step) => operationOf(step)?.id === about),
  );
}

const LISTS: Readonly<Record<string, readonly Plant[]>> = { ownPlants, chosenPlants, secondPlants };
/** All of them with `npm run test:scale`. */
const EVERY = process.env['PARLANCE_TEST_ALL_PLANTS'] === undefined ? 6 : 1;

test.each(Object.entries(LISTS))('%s are different from each other', (_name, plants) => {
  expect(plants.length).toBeGreaterThanOrEqual(50);
  expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length);
});

// An emulator without plants has no differences, which another test checks: each one that is found is due to the plant.
describe.each(Object.entries(LISTS))('verify finds those of %s', (_name, plants) => {
  const some = plants.filter((_, index) => index % EVERY === 0);
  // A session without its last event is asked for many times.
  test.each(some.map((plant) => [plant.name, plant] as const))(
    '%s',
    { timeout: 300_000 },
    async (_plant, plant) => {
      const { divergences } = await verifyPlants([plant], scenariosFor(plant));
      expect(divergences).not.toEqual([]);
      expect(readScenarioPart('divergences', divergences)).toEqual(divergences);
    },
  );
});
