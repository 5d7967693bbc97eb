/** Stores for tests: on SQLite, or on PostgreSQL when `npm run test:postgres` has started it. */
import { sql, type Expression, type OperationNode } from 'kysely';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openStoreWith } from '../store/open-store.js';
import type { Store } from '../store/store.js';

/** An empty database for one test, which any number of stores can open. */
export interface TestDatabase {
  /** Address for `openStore`. */
  readonly url: string;
  /** Schema for `openStore`. */
  readonly schema: string;
  /** Opens a store, which is closed at the end of the test. */
  open(clock?: TestClock): Promise<Store>;
}

/** Returns the address of the database of the test file; undefined on SQLite. */
export function postgresUrl(): string | undefined {
  return process.env['PARLANCE_TEST_POSTGRES'];
}

/** Creates an empty database. */
export function testDatabase(): TestDatabase {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const url = postgresUrl() ?? `sqlite:${path.join(testFolder(), 'store.db')}`;
  return {
    url,
    schema,
    open: async (clock) => {
      const store = await openStoreWith(url, { schema, maxConnections: 4 }, clock);
      onTestFinished(() => store.close());
      return store;
    },
  };
}

/** Creates an empty database and opens a store. */
export function testStore(): Promise<Store> {
  return testDatabase().open();
}

/** Creates a folder that is deleted at the end of the test. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-durable-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A clock of the database that a test moves. */
export class TestClock implements Expression<number> {
  /** Milliseconds since 1970. */
  ms = 1_700_000_000_000;

  get expressionType(): undefined {
    return undefined;
  }

  toOperationNode(): OperationNode {
    return sql<number>`cast(${sql.lit(this.ms)} as bigint)`.toOperationNode();
  }
}

/** Collects what an iterable yields. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
