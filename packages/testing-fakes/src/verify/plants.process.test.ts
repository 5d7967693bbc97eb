import { describe, expect, test } from 'vitest';
import { operationOf, type RuleScenario } from './scenario.js';
import { chosenPlants } from './testing/chosen-plants.js';
import { ownPlants } from './testing/planted.js';
import type { Plant } from './testing/plants.js';
import { all, verifyPlants } from './testing/verify-plants.js';

/** Scenarios that can find a plant: with its operation, or about its rule. */
function scenariosFor({ name }: Plant): readonly RuleScenario[] {
  const [about = '', rest] = name.split(': ');
  if (rest === undefined || about.startsWith('GEN-')) return all;
  return all.filter(
    ({ rules, steps }) => rules.includes(about) || steps.some((step) => operationOf(step)?.id === about),
  );
}

// An emulator without plants has no differences, which another test checks: each one that is found is due to the plant.
describe('verify finds the plant', () => {
  test.each(ownPlants.map((plant) => [plant.name, plant] as const))('%s', async (_name, plant) => {
    const { divergences } = await verifyPlants([plant], scenariosFor(plant));
    expect(divergences).not.toEqual([]);
  });
});

describe('verify finds the plant that somebody else chose', () => {
  test('in 70 emulators with different plants', () => {
    expect(new Set(chosenPlants.map(({ name }) => name)).size).toBe(70);
  });

  test.each(chosenPlants.map((plant) => [plant.name, plant] as const))('%s', async (_name, plant) => {
    const { divergences } = await verifyPlants([plant], scenariosFor(plant));
    expect(divergences).not.toEqual([]);
  });
});
