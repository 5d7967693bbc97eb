/* Moves time manually, and reproduces ids with a seed. */
// #region Advance the clock and reproduce ids
import assert from 'node:assert/strict';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ randomSeed: 7, clock: { mode: 'manual', start: Date.UTC(2026, 0, 1) } });
fake.world().clock.advance(60_000);
assert.equal(fake.world().clock.iso(), '2026-01-01T00:01:00.000Z');

const again = createFake({ randomSeed: 7 });
assert.equal(again.world().id('vlt_'), fake.world().id('vlt_'));
// #endregion
