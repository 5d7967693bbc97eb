import { describe, expect, test } from 'vitest';
import { ConfigError } from '@parlance/schemas/kit';
import {
  openStore,
  sharedRateLimiter,
  StoreError,
  type JsonValue,
  type Store,
  type StoreSchema,
} from '../index.js';
import { coreSchema, type CoreTables } from '../database/core-schema.js';
import { all, testDatabase, testStore } from '../testing/test-store.js';

interface Tables {
  notes: { id: number; text: string };
}

const notes: StoreSchema<Tables> = {
  name: 'notes',
  migrations: {
    '0001': async (db) => {
      await db.schema
        .createTable('notes')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('text', 'text', (column) => column.notNull())
        .execute();
    },
  },
};

describe('a store', () => {
  test('creates the tables of a schema once, and keeps their rows', async () => {
    const database = testDatabase();
    const first = await database.open();
    await (await first.migrate(notes)).insertInto('notes').values({ id: 1, text: 'kept' }).execute();

    const second = await database.open();
    const tables = await second.migrate(notes);

    expect(await tables.selectFrom('notes').selectAll().execute()).toEqual([{ id: 1, text: 'kept' }]);
    expect(second.location).not.toContain('password');
  });

  test('can be opened and migrated by several processes at the same time', async () => {
    const database = testDatabase();
    const stores = await Promise.all(Array.from({ length: 5 }, () => database.open()));
    await Promise.all(stores.map((store) => store.migrate(notes)));

    expect(await stores[4]!.tables(notes).selectFrom('notes').selectAll().execute()).toEqual([]);
  });

  test('opens what an earlier release has written, and migrates it', async () => {
    const database = testDatabase();
    const earlier = await database.open();
    await (await earlier.migrate(notes)).insertInto('notes').values({ id: 1, text: 'old' }).execute();
    const later: StoreSchema<{ notes: Tables['notes'] & { author: string | null } }> = {
      name: 'notes',
      migrations: {
        ...notes.migrations,
        '0002': (db) => db.schema.alterTable('notes').addColumn('author', 'text').execute(),
      },
    };

    const tables = await (await database.open()).migrate(later);

    expect(await tables.selectFrom('notes').selectAll().execute()).toEqual([
      { id: 1, text: 'old', author: null },
    ]);
  });

  test('rejects tables of a newer release, and names the migration', async () => {
    const database = testDatabase();
    const newer = await database.open();
    await newer.migrate({
      name: 'notes',
      migrations: {
        ...notes.migrations,
        '0002-authors': (db) => db.schema.createTable('a').addColumn('b', 'text').execute(),
      },
    });
    const store = await database.open();

    const failure = await store.migrate(notes).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(StoreError);
    expect(failure).toMatchObject({ code: 'store_newer', location: store.location });
    expect(String(failure)).toContain('does not know the migration 0002-authors. Update the packages');
  });

  test('leaves no trace of a migration that fails', async () => {
    const database = testDatabase();
    const store = await database.open();
    const broken: StoreSchema<Tables> = {
      name: 'notes',
      migrations: {
        '0001': async (db) => {
          await notes.migrations['0001']!(db);
          throw new Error('broken');
        },
      },
    };
    await expect(store.migrate(broken)).rejects.toThrow('broken');

    expect(await (await store.migrate(notes)).selectFrom('notes').selectAll().execute()).toEqual([]);
  });

  test('rejects a schema whose name cannot be part of the name of a table', async () => {
    const store = await testStore();
    await expect(store.migrate({ ...notes, name: 'My notes' })).rejects.toThrow(ConfigError);
  });

  test.each(['', 'parlance.db', 'mysql://host/db', 'sqlite:'])('rejects the address %j', async (url) => {
    await expect(openStore(url)).rejects.toThrow(ConfigError);
    await expect(openStore(url)).rejects.toThrow('`sqlite:` or `postgres://`');
  });

  test.each(['sqlite://parlance.db', 'sqlite:///a%2Fb'])('explains the address %j', async (url) => {
    await expect(openStore(url)).rejects.toThrow(ConfigError);
    await expect(openStore(url)).rejects.toThrow('for a relative one, use `sqlite:./parlance.db`');
  });

  test.each([0, -1, 1.5, Number.NaN])('rejects %s connections', async (maxConnections) => {
    const opening = openStore('postgres://host/database', { maxConnections });
    await expect(opening).rejects.toThrow('maxConnections must be a whole number from 1');
  });

  test('rejects calls once it is closed, also when a lease could not be released', async () => {
    const database = testDatabase();
    const store = await openStore(database.url, { schema: database.schema });
    await store.leases.acquire('export');
    const other = await database.open();
    await other.tables(coreSchema).schema.dropTable('parlance_ledger').execute();

    const closing = [store.close(), store.close()];

    for (const closed of closing) await expect(closed).rejects.toThrow('parlance_ledger');
    await expect(store.migrate(notes)).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(store.now()).rejects.toMatchObject({ code: 'store_unavailable' });
    await other.migrate(notes);
  });

  test('returns the clock of the database', async () => {
    const store = await testStore();
    const now = await store.now();
    expect(Number.isInteger(now)).toBe(true);
    expect(Math.abs(now - Date.now())).toBeLessThan(3_600_000);
  });
});

describe('names and values that a database cannot store', () => {
  const decision = { verdict: 'approved', by: 'ada', input: 1 } as const;
  test.each<[string, string, (store: Store, name: string) => Promise<unknown>]>([
    ['a checkpoint', 'name', (store, name) => store.checkpoints.save(name, 1)],
    ['a ledger', 'name', async (store, name) => store.ledger(name)],
    ['an entry', 'key', (store, name) => store.ledger('tools').claim(name, { owner: 'a' })],
    ['a worker', 'owner', (store, name) => store.ledger('tools').claim('a', { owner: name })],
    ['a decision', 'key', (store, name) => store.ledger('tools').decide(name, decision)],
    ['a lease', 'name', (store, name) => store.leases.acquire(name)],
    ['a holder', 'owner', (store, name) => store.leases.acquire('export', { owner: name })],
  ])('%s: %s is rejected', async (_, option, use) => {
    const store = await testStore();
    for (const name of ['', 'a\0b', 'a\uD800', 1 as unknown as string]) {
      const failure = use(store, name);
      await expect(failure).rejects.toThrow(ConfigError);
      await expect(failure).rejects.toThrow(`${option} must be a text`);
    }
  });

  const circle: unknown[] = [];
  circle.push(circle);
  const throwing = {
    toJSON: () => {
      throw new Error('key-123');
    },
  };
  test.each([
    ['a function', () => 1],
    ['a bigint', { count: 1n }],
    ['a circle', circle],
    ['a value whose toJSON throws', throwing],
  ])('%s is rejected where JSON is stored', async (_, value) => {
    const store = await testStore();
    const notJson = value as unknown as JsonValue;
    const ledger = store.ledger('a');
    await expect(store.checkpoints.save('a', notJson)).rejects.toThrow('value must be a JSON value');
    await expect(ledger.finish({ key: 'a', token: 1 }, notJson)).rejects.toThrow(
      'result must be a JSON value',
    );
    await expect(ledger.claim('a', { owner: 'w', input: value })).rejects.toThrow(
      'input must be a JSON value',
    );
  });
});

describe('a transaction', () => {
  test('commits everything or nothing', async () => {
    const store = await testStore();
    await store.migrate(notes);
    const write = (id: number, fails: boolean) =>
      store.transaction(async (transaction) => {
        await transaction.tables(notes).insertInto('notes').values({ id, text: 'x' }).execute();
        await transaction.checkpoints.save('notes', { last: id });
        await transaction.ledger('notes').claim(`note-${id}`, { owner: 'a' });
        if (fails) throw new Error('interrupted');
        return id;
      });

    expect(await write(1, false)).toBe(1);
    await expect(write(2, true)).rejects.toThrow('interrupted');

    expect(await store.tables(notes).selectFrom('notes').select('id').execute()).toEqual([{ id: 1 }]);
    expect(await store.checkpoints.load('notes')).toEqual({ last: 1 });
    expect(await store.ledger('notes').get('note-2')).toBeNull();
  });

  test('rejects calls on the store, which would not be part of it', async () => {
    const store = await testStore();
    const failure = await store
      .transaction(() => store.checkpoints.save('a', 1))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'store_in_transaction' });
    expect(await store.checkpoints.load('a')).toBeNull();
    const migration = store.transaction(() => store.migrate(notes));
    await expect(migration).rejects.toMatchObject({ code: 'store_in_transaction' });
  });

  test('waits for those of other processes', async () => {
    const database = testDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => database.open()));
    await stores[0]!.migrate(notes);
    await stores[0]!.tables(notes).insertInto('notes').values({ id: 1, text: '0' }).execute();

    const increment = (store: (typeof stores)[number]) =>
      store.transaction(async (transaction) => {
        const tables = transaction.tables(notes);
        await tables.updateTable('notes').set({ id: 1 }).execute();
        const { text } = await tables.selectFrom('notes').select('text').executeTakeFirstOrThrow();
        await new Promise((resolve) => setImmediate(resolve));
        await tables
          .updateTable('notes')
          .set({ text: String(Number(text) + 1) })
          .execute();
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => increment(stores[index % 4]!)));

    expect(await stores[0]!.tables(notes).selectFrom('notes').select('text').execute()).toEqual([
      { text: '40' },
    ]);
  });
});

describe('a row that was spoiled', () => {
  const decided = async (store: Store) =>
    store.ledger('tools').decide('a', { verdict: 'approved', by: 'ada', input: 1 });
  const claimed = async (store: Store) => store.ledger('tools').claim('a', { owner: 'w', input: 1 });
  test.each<
    [
      column: string,
      table: keyof CoreTables,
      write: (store: Store) => unknown,
      read: (store: Store) => unknown,
      text?: string,
    ]
  >([
    [
      'value',
      'parlance_checkpoints',
      (store) => store.checkpoints.save('a', 1),
      (store) => store.checkpoints.load('a'),
    ],
    [
      'value',
      'parlance_checkpoints',
      (store) => store.checkpoints.save('a', 1),
      (store) => all(store.checkpoints.list()),
    ],
    ['decision', 'parlance_ledger', decided, claimed],
    ['result', 'parlance_ledger', claimed, (store) => store.ledger('tools').get('a')],
    ['result', 'parlance_ledger', claimed, (store) => all(store.ledger('tools').list())],
    ['state', 'parlance_rate_limits', (store) => permit(store), (store) => permit(store)],
    ['state', 'parlance_rate_limits', (store) => permit(store), (store) => permit(store), 'null'],
    ['state', 'parlance_rate_limits', (store) => permit(store), (store) => permit(store), '{"pace":null}'],
    ['state', 'parlance_rate_limits', (store) => permit(store), (store) => permit(store), '{"pace":{}}'],
  ])(
    'is reported as damage, with its column: %s of %s',
    async (column, table, write, read, text = '{"cut') => {
      const store = await testStore();
      await write(store);
      await store
        .tables(coreSchema)
        .updateTable(table)
        .set({ [column]: text })
        .execute();
      const failure = Promise.resolve(read(store));
      await expect(failure).rejects.toMatchObject({ code: 'store_damaged', location: store.location });
      await expect(failure).rejects.toThrow(`a column \`${column}\` has an unknown value`);
    },
  );
});

/** Acquires a permit of a shared limit. */
function permit(store: Store): unknown {
  return sharedRateLimiter({ store, scope: 'org' }).acquire({
    operation: 'chats.list',
    limit: 'compliance',
    priority: 'normal',
    estimatedInputTokens: 0,
    maxOutputTokens: 0,
    attempt: 1,
    waitedMs: 0,
    signal: new AbortController().signal,
  });
}
