import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStore, StoreError, type StoreSchema } from '../index.js';
import { testDatabase, testStore } from '../testing/test-store.js';

describe('a store on a server', () => {
  test('reports a server that cannot be reached, without the password', async () => {
    const failure = await openStore('postgres://user:secret@127.0.0.1:1/db').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'store_unavailable', location: 'postgres://user@127.0.0.1:1/db' });
    expect(String(failure)).not.toContain('secret');
  });

  test('does not wait forever for a server that is silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    server.once('connection', () => vi.advanceTimersByTime(10_000));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(openStore(`postgres://user@127.0.0.1:${port}/db`)).rejects.toMatchObject({
      code: 'store_unavailable',
    });
  });

  test.each([
    [
      'a schema',
      `create role %r login password 'password'; create schema %s`,
      'permission denied for schema',
    ],
    [
      'tables',
      `create role %r login password 'password'; create schema %s; grant usage, create on schema %s to %r; create table %s.parlance_durable_migrations (name text, timestamp text); grant select on %s.parlance_durable_migrations to %r`,
      'permission denied for table',
    ],
    ['a database', `create role %r login password 'password'`, 'permission denied for database'],
  ])('says what to grant when the role lacks rights on %s', async (_, statements, problem) => {
    const database = testDatabase();
    const role = `role_${randomUUID().replaceAll('-', '')}`;
    const client = new Client({ connectionString: database.url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(statements.replaceAll('%r', role).replaceAll('%s', database.schema));
    const url = Object.assign(new URL(database.url), { username: role });
    const failure = openStore(url.href, { schema: database.schema });
    await expect(failure).rejects.toMatchObject({ code: 'store_forbidden' });
    await expect(failure).rejects.toThrow(problem);
    await expect(failure).rejects.toThrow(`grant usage, create on schema ${database.schema} to "${role}"`);
  });

  test('does not report an error of a statement as one of the server', async () => {
    const store = await testStore();
    const limits: StoreSchema<{ limits: { ms: number } }> = {
      name: 'limits',
      migrations: {
        '0001': (db) =>
          db.schema
            .createTable('limits')
            .addColumn('ms', 'integer')
            .addUniqueConstraint('request_timeout', ['ms'])
            .execute(),
      },
    };
    const tables = await store.migrate(limits);
    await tables.insertInto('limits').values({ ms: 1 }).execute();
    const failure: unknown = await tables
      .insertInto('limits')
      .values({ ms: 1 })
      .execute()
      .catch((error: unknown) => error);
    expect(String(failure)).toContain('request_timeout');
    expect(failure).not.toBeInstanceOf(StoreError);
  });
});
