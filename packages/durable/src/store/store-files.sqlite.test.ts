import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore, type Store, type StoreSession } from '../index.js';
import { databaseOf, unsyncedTransaction } from './database-store.js';
import { testFolder } from '../testing/test-store.js';

describe('a store in a file', () => {
  const errorOf = (url: string) => openStore(url).catch((error: unknown) => error);

  test('is readable for its owner only, and can be named relative or as a URL', async () => {
    const file = path.join(testFolder(), 'store.db');
    await (await openStore(`sqlite://${file}`)).close();
    expect(statSync(file).mode & 0o077).toBe(0);
    await (await openStore(`sqlite:${path.relative(process.cwd(), file)}`)).close();
  });

  test('is rejected when it is damaged, belongs to another program, or its folder is missing', async () => {
    const folder = testFolder();
    const foreign = path.join(folder, 'foreign.db');
    new DatabaseSync(foreign).exec('create table mine (a)');
    const text = path.join(folder, 'text.db');
    writeFileSync(text, 'not a database, but long enough to have a header'.repeat(100));
    const damaged = path.join(folder, 'damaged.db');
    const store = await openStore(`sqlite:${damaged}`);
    for (let index = 0; index < 500; index += 1) await store.checkpoints.save(randomUUID(), 'x'.repeat(500));
    await store.close();
    const bytes = readFileSync(damaged);
    bytes.fill(0xff, 8192, bytes.length - 8192);
    writeFileSync(damaged, bytes);

    expect(await errorOf(`sqlite:${foreign}`)).toMatchObject({ code: 'store_foreign', location: foreign });
    expect(await errorOf(`sqlite:${text}`)).toMatchObject({ code: 'store_foreign' });
    const check = async (): Promise<void> => {
      await using opened = await openStore(`sqlite:${damaged}`);
      await opened.check();
    };
    await expect(check()).rejects.toMatchObject({ code: 'store_damaged', location: damaged });
    const missing = path.join(folder, 'missing', 'store.db');
    expect(String(await errorOf(`sqlite:${missing}`))).toContain(
      `the folder ${path.dirname(missing)} does not exist`,
    );
    expect(await errorOf(`sqlite:${folder}`)).toMatchObject({ code: 'store_foreign' });
    expect(await errorOf(`sqlite:${text}\0`)).toMatchObject({ code: 'invalid_option', option: 'url' });
  });

  test('is rejected when it is a named pipe, which would have to be waited for', async () => {
    const pipe = path.join(testFolder(), 'store.db');
    execFileSync('mkfifo', [pipe]);
    expect(await errorOf(`sqlite:${pipe}`)).toMatchObject({ code: 'store_foreign' });
  });

  test('stays the same when the process changes its folder', async () => {
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(testFolder());
    const store = await openStore('sqlite:./store.db');
    onTestFinished(() => store.close());
    process.chdir(before);
    await store.checkpoints.save('at', 1);
    expect(await store.checkpoints.load('at')).toBe(1);
  });

  test('is rejected when it cannot be written', async () => {
    const file = path.join(testFolder(), 'file');
    writeFileSync(file, '');
    expect(await errorOf(`sqlite:${path.join(file, 'store.db')}`)).toMatchObject({
      code: 'store_unwritable',
    });
  });

  test.each([
    ['removed', (file: string) => rmSync(file)],
    ['replaced', (file: string) => (copyFileSync(file, `${file}.copy`), renameSync(`${file}.copy`, file))],
  ])('commits nothing once its file was %s', async (_, change) => {
    const file = path.join(testFolder(), 'store.db');
    const store = await openStore(`sqlite:${file}`);
    await store.checkpoints.save('at', 1);
    change(file);
    const message = 'was removed or replaced while it was open';
    await expect(store.checkpoints.save('at', 2)).rejects.toThrow(message);
    await expect(store.transaction(() => Promise.resolve())).rejects.toMatchObject({
      code: 'store_unwritable',
    });
    expect(await store.checkpoints.load('at')).toBe(1);
    await store.close();
  });

  test('commits no transaction during which its file was removed', async () => {
    const file = path.join(testFolder(), 'store.db');
    const store = await openStore(`sqlite:${file}`);
    const transaction = store.transaction(async ({ checkpoints }) => {
      await checkpoints.save('at', 1);
      rmSync(file);
    });
    await expect(transaction).rejects.toThrow('was removed or replaced while it was open');
    expect(await store.checkpoints.load('at')).toBeNull();
    await store.close();
  });

  test.each(['-wal', '-shm'])('commits nothing once its file *%s was removed', async (suffix) => {
    const file = path.join(testFolder(), 'store.db');
    const store = await openStore(`sqlite:${file}`);
    await store.checkpoints.save('at', 1);
    rmSync(`${file}${suffix}`);
    const refusal = { code: 'store_unwritable', location: `${file}${suffix}` };
    await expect(store.checkpoints.save('at', 2)).rejects.toMatchObject(refusal);
    await expect(store.transaction(() => Promise.resolve())).rejects.toMatchObject(refusal);
    await store.close();
    await using reopened = await openStore(`sqlite:${file}`);
    expect(await reopened.checkpoints.load('at')).toBe(1);
    await reopened.checkpoints.save('at', 3);
  });

  test('finds no damage in a sound file', async () => {
    const store = await openStore(`sqlite:${path.join(testFolder(), 'store.db')}`);
    await expect(store.check()).resolves.toBeUndefined();
    await store.close();
  });

  test('reports a full disk, and keeps what was committed', async () => {
    const file = path.join(testFolder(), 'store.db');
    const store = await openStore(`sqlite:${file}`);
    await store.checkpoints.save('first', 1);
    const tables = store.tables({ name: 'durable', migrations: {} });
    await tables.executeQuery(CompiledQuery.raw('PRAGMA max_page_count = 20'));

    const failure = await store.checkpoints
      .save('large', 'x'.repeat(1_000_000))
      .catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: 'store_full', location: file });
    expect(await store.checkpoints.load('first')).toBe(1);
    const transaction = store.transaction(async ({ checkpoints }) => {
      await checkpoints.save('first', 2);
      await checkpoints.save('large', 'x'.repeat(1_000_000));
    });
    await expect(transaction).rejects.toMatchObject({ code: 'store_full', location: file });
    await store.transaction(({ checkpoints }) => checkpoints.save('second', 2));
    expect(await store.checkpoints.load('first')).toBe(1);
    await store.close();
  });

  test.each<[string, (store: Store, file: string) => Promise<unknown>]>([
    [
      'on a full disk',
      async (store) => {
        await store.checkpoints.save('large', 'x'.repeat(100_000));
        const tables = store.tables({ name: 'durable', migrations: {} });
        const triggered = CompiledQuery.raw(
          'create temp trigger full before update on parlance_ledger begin insert into parlance_checkpoints select name || 1, value, 0 from parlance_checkpoints; end',
        );
        await tables.executeQuery(triggered);
        await tables.executeQuery(CompiledQuery.raw('PRAGMA max_page_count = 1'));
      },
    ],
    ['whose file was removed', async (_, file) => rmSync(file)],
  ])('closes a store %s, whose leases expire', async (_, spoil) => {
    const file = path.join(testFolder(), 'store.db');
    const store = await openStore(`sqlite:${file}`);
    const lease = (await store.leases.acquire('export'))!;
    await spoil(store, file);
    await expect(lease.renew()).rejects.toMatchObject({ location: file });
    await expect(store.close()).resolves.toBeUndefined();
    expect(lease.signal.aborted).toBe(true);
    await expect(store.checkpoints.load('at')).rejects.toThrow('was closed');
  });
});

test('what need not survive a power failure does not wait for the disk, and everything else still does', async () => {
  const store = await openStore(`sqlite:${path.join(testFolder(), 'store.db')}`);
  onTestFinished(() => store.close());
  const synchronous = async (session: StoreSession): Promise<unknown> =>
    (await databaseOf(session).db.executeQuery(CompiledQuery.raw('PRAGMA synchronous'))).rows;
  const [normal, full] = [[{ synchronous: 1 }], [{ synchronous: 2 }]];
  expect(await unsyncedTransaction(store, synchronous)).toEqual(normal);
  expect(await store.transaction(synchronous)).toEqual(full);
  const failed = unsyncedTransaction(store, () => Promise.reject(new Error('rolled back')));
  await expect(failed).rejects.toThrow('rolled back');
  expect(await store.transaction(synchronous)).toEqual(full);
});
