import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { localRunner, openStore, type Store } from '../index.js';
import { testFolder } from '../testing/test-store.js';

/** Creates a store as the first release has written it, after running more statements. */
function earlierStore(statements = ''): string {
  const file = path.join(testFolder(), 'store.db');
  const database = new DatabaseSync(file);
  database.exec(readFileSync(new URL('../testing/fixtures/store-0.1.0.sql', import.meta.url), 'utf8'));
  database.exec(statements);
  database.close();
  return file;
}

async function open(file: string): Promise<Store> {
  const store = await openStore(`sqlite:${file}`);
  onTestFinished(() => store.close());
  return store;
}

test('a store of the first release keeps its checkpoints, leases, ledgers and jobs', async () => {
  const store = await open(earlierStore());
  expect(await store.checkpoints.load('notes')).toEqual({ last: 7 });
  expect(await store.ledger('letters').get('sent')).toMatchObject({ result: { status: 'ok' } });
  expect(await store.ledger('letters').claim('interrupted', { owner: 'worker' })).toMatchObject({
    token: 2,
    isInterrupted: true,
  });
  const lease = await store.leases.acquire('notes');
  // Higher than that of the last owner.
  expect(lease?.token).toBe(2);
  await lease?.release();

  const worked: unknown[] = [];
  await using runner = localRunner({ store, pollIntervalMs: 20 });
  runner.define({
    name: 'mail',
    run: ({ key, data }) => {
      worked.push([key, data]);
      return Promise.resolve();
    },
  });
  await runner.start();
  await runner.idle();
  expect(worked).toEqual([['waiting', { page: 3 }]]);
});

test('a store of a newer release is rejected, and left unchanged', async () => {
  const file = earlierStore(
    `insert into parlance_durable_migrations values ('9999-from-the-future', '2027-01-01T00:00:00.000Z')`,
  );
  await expect(openStore(`sqlite:${file}`)).rejects.toMatchObject({ code: 'store_newer', location: file });
  await expect(openStore(`sqlite:${file}`)).rejects.toThrow(
    'does not know the migration 9999-from-the-future',
  );
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  expect(database.prepare('select value from parlance_checkpoints').all()).toEqual([{ value: '{"last":7}' }]);
});

test('a store of before the first release is rejected by name, and left unchanged', async () => {
  const file = path.join(testFolder(), 'store.db');
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  database.exec(`pragma application_id = ${0x50617244};
    create table parlance_durable_migrations (name text primary key, timestamp text);
    insert into parlance_durable_migrations values ('0001-checkpoints-leases-ledgers', '2026-11-22T22:02:04.970Z'), ('0002-jobs', '');`);
  const opening = openStore(`sqlite:${file}`);
  await expect(opening).rejects.toMatchObject({ code: 'store_outdated', location: file });
  await expect(opening).rejects.toThrow('its migration 0001-checkpoints-leases-ledgers was never released');
  expect(database.prepare(`select name from sqlite_master where type = 'table'`).all()).toHaveLength(1);
});
