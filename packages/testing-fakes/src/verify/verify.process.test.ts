import { expect, test } from 'vitest';
import { rules } from '../rules/index.js';
import { deploy } from './testing/run-verify.js';
import { all, verifyDeployment, verifyPlants } from './testing/verify-plants.js';

test('each scenario names rules of the table', () => {
  expect(all.flatMap((one) => one.rules).filter((id) => !rules.has(id))).toEqual([]);
});

test(
  'an emulator has no differences from itself, over a socket and with other ids',
  { timeout: 180_000 },
  async () => {
    const recorded = all.filter(({ mirrors }) => mirrors !== true);
    const { divergences, compared } = await verifyPlants([], recorded);
    expect(divergences).toEqual([]);
    // Each request is sent, because each placeholder has a value.
    expect(compared).toBe(recorded.flatMap(({ steps }) => steps).length);
  },
);

test('an emulator with data has no differences, twice in a row', { timeout: 300_000 }, async () => {
  const { url, fake } = await deploy({ seed: 'demo' });
  for (let round = 1; round <= 2; round++) {
    const { divergences, checked } = await verifyDeployment(url, fake.keys);
    expect(divergences).toEqual([]);
    expect(checked.size).toBeGreaterThan(590);
  }
  await fake.close();
});

test('rules about objects that an empty deployment lacks are not checked', { timeout: 180_000 }, async () => {
  const { url, fake } = await deploy();
  const mirrors = all.filter((scenario) => scenario.mirrors === true);
  const { divergences, checked } = await verifyDeployment(url, fake.keys, mirrors);
  expect(divergences).toEqual([]);
  expect([checked.has('INF-065'), checked.has('CMP-020'), checked.has('CMP-050')]).toEqual([
    true,
    false,
    false,
  ]);
  await fake.close();
});
