import { expect, test } from 'vitest';
import { rules } from '../rules/index.js';
import { all, verifyPlants } from './testing/verify-plants.js';

test('each scenario names rules of the table', () => {
  expect(all.flatMap((one) => one.rules).filter((id) => !rules.has(id))).toEqual([]);
});

test(
  'an emulator has no differences from itself, over a socket and with other ids',
  { timeout: 180_000 },
  async () => {
    const { divergences, requests, checked } = await verifyPlants([]);
    expect(divergences).toEqual([]);
    // Each request is sent, because each placeholder has a value.
    expect(requests).toBe(all.flatMap(({ steps }) => steps).length);
    expect(checked.size).toBeGreaterThan(450);
  },
);
