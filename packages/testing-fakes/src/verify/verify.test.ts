import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { rules } from '../rules/index.js';
import type { RuleScenario } from './scenario.js';
import scenarios from './scenarios.json' with { type: 'json' };
import { ownPlants } from './testing/planted.js';
import { servePlants, type Plant } from './testing/plants.js';
import { operationOf, verify, type Verification } from './verify.js';

const all = scenarios as readonly RuleScenario[];

async function verifyPlants(
  plants: readonly Plant[],
  some: readonly RuleScenario[] = all,
): Promise<Verification> {
  const { url, keys, close } = await servePlants(plants);
  const target = { url, fetch, keys: { ...keys, unknown: 'unknown' }, pollMs: 0 };
  const signal = new AbortController().signal;
  const found = await verify({ scenarios: some, target, codec: undefined, concurrency: 8, signal });
  await close();
  return found;
}

test('each scenario names rules of the table', () => {
  expect(all.flatMap((one) => one.rules).filter((id) => !rules.has(id))).toEqual([]);
});

test('an emulator has no differences from itself, over a socket and with other ids', async () => {
  const { divergences, requests, checked } = await verifyPlants([]);
  console.log(requests, checked.size);
  expect(divergences).toEqual([]);
}, 300000);

/** Scenarios that can find a plant: with its operation, or about its rule. */
function scenariosFor({ name }: Plant): readonly RuleScenario[] {
  const about = name.split(':')[0] ?? '';
  if (!name.includes(':')) return all;
  return all.filter(
    (one) => one.rules.includes(about) || one.steps.some((step) => operationOf(step)?.id === about),
  );
}

test('finds plants', async () => {
  const out: string[] = [];
  for (const plant of ownPlants) {
    const some = scenariosFor(plant);
    const { divergences } = await verifyPlants([plant], some);
    out.push(
      `${divergences.length > 0 ? 'found' : 'MISSED'} ${divergences.length} of ${some.length} ${plant.name}: ${divergences[0]?.rules.slice(0, 4).join(' ')} ${divergences[0]?.operation} ${divergences[0]?.differences[0]?.path}`,
    );
  }
  console.log(out.join('\n'));
}, 1_200_000);
