import { expect, onTestFinished, test } from 'vitest';
import { pgBossRunner } from '../index.js';
import { testDatabase } from '../testing/test-store.js';

test('processes that start for the first time at the same moment create the tables of pg-boss once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const database = testDatabase();
    const schema = `${database.schema}_boss`;
    const runners = await Promise.all(
      Array.from({ length: 6 }, async () => pgBossRunner({ store: await database.open(), schema })),
    );
    onTestFinished(async () => {
      for (const runner of runners) await runner.stop();
    });
    for (const runner of runners) runner.define({ name: 'windows', run: () => Promise.resolve() });
    await Promise.all(runners.map((runner) => runner.start()));
    await runners[0]!.enqueue('windows', [{ key: 'first', data: null }]);
    await runners[1]!.idle();
    expect(await runners[0]!.counts('windows')).toMatchObject({ done: 1 });
  }
});
