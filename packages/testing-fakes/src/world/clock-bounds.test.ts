import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';

const YEAR_10000 = Date.UTC(10_000, 0, 1);

test('the clock does not leave the years 1 to 9999', async () => {
  await using fake = createFake({ clock: { mode: 'manual', start: YEAR_10000 - 1 } });
  const { clock } = fake.world();
  expect(clock.iso()).toBe('9999-12-31T23:59:59.999Z');
  expect(() => clock.advance(1)).toThrow('the time must be within the years 1 to 9999');
  for (const time of [YEAR_10000, Date.UTC(0, 0, 1) - 1e15, Number.NaN, Infinity])
    expect(() => clock.set(time)).toThrow(RangeError);
  expect(clock.now()).toBe(YEAR_10000 - 1);

  const { url } = await fake.listen();
  for (const change of [
    { set: '0000-12-31T23:59:59Z' },
    { set: '9999-12-31T23:59:59-01:00' },
    { advance_ms: 1 },
  ]) {
    const body = JSON.stringify(change);
    const response = await fetch(`${url}/_fake/worlds/default/clock`, { method: 'POST', body });
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: { message: 'the time must be within the years 1 to 9999' } },
    ]);
  }
});

test.each(['skip', 'running'] as const)('a %s clock stops at the end of the year 9999', async (mode) => {
  await using fake = createFake({ clock: { mode, start: YEAR_10000 - 1, factor: 1_000_000 } });
  const { clock } = fake.world();
  if (mode === 'skip') await clock.sleep(1000);
  else while (clock.now() < YEAR_10000 - 1) await new Promise((resolve) => setImmediate(resolve));
  expect(clock.iso()).toBe('9999-12-31T23:59:59.999Z');
});
