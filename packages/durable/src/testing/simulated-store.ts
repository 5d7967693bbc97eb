/** A store of simulated processes: one database in memory, where each statement is a step that can be delayed or fail. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  Kysely,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Expression,
  type OperationNode,
  type QueryResult,
} from 'kysely';
import { coreSchema, type CoreTables } from '../database/core-schema.js';
import { migrate } from '../database/migrate.js';
import { NodeSqliteAdapter } from '../database/sqlite-dialect.js';
import { StoreError } from '../database/store-error.js';
import { StorePatience } from '../database/store-patience.js';
import { DatabaseStore } from '../store/database-store.js';
import type { Store } from '../store/store.js';

/** How a simulated process reaches the database. */
export interface SimulatedLink {
  /** Identifies the process. */
  readonly pid: number;
  /** Time by the database's clock. */
  now(): number;
  /** Before and after each statement. Rejects when the connection is lost; never settles once the process is dead. */
  step(phase: 'request' | 'response'): Promise<void>;
  /** Waits. */
  wait(ms: number): Promise<void>;
  /** Whether the process runs: it is neither dead nor paused. */
  isRunning(): boolean;
  /** Called after each statement that wrote something. */
  onWrite(table: string): void;
}

/** Rows of a query. */
export type Rows = Record<string, unknown>[];

/** The database server. */
export class SimulatedDatabase {
  readonly #database: DatabaseSync = new DatabaseSync(':memory:');
  readonly #statements: Map<string, StatementSync> = new Map();
  /** Time by the database's clock at the statement that runs. */
  #now = 0;
  /** The connection that is in a transaction. */
  #holder: object | undefined;
  #waiting: (() => void)[] = [];

  constructor() {
    this.#database.function('simulated_now', () => this.#now);
  }

  /** Reads rows, as an observer. */
  read(text: string): Rows {
    return this.#prepared(text).all();
  }

  /** Ends the transaction of a connection whose process is gone. */
  disconnect(connection: object): void {
    if (this.#holder === connection) this.end(connection, 'rollback');
  }

  /** Waits until no other connection is in a transaction. */
  async turn(connection: object): Promise<void> {
    while (this.#holder !== undefined && this.#holder !== connection)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Begins a transaction. The connection has the turn. */
  begin(connection: object): void {
    this.#database.exec('begin');
    this.#holder = connection;
  }

  /** Ends a transaction. Returns false when it was ended before. */
  end(connection: object, how: 'commit' | 'rollback'): boolean {
    if (this.#holder !== connection) return false;
    this.#database.exec(how);
    this.#holder = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
    return true;
  }

  /** Whether a connection is in a transaction. */
  isIn(connection: object): boolean {
    return this.#holder === connection;
  }

  /** Runs a statement at a time by the database's clock. */
  execute(text: string, parameters: readonly unknown[], now: number): QueryResult<unknown> {
    this.#now = now;
    const statement = this.#prepared(text);
    // Kysely passes what node:sqlite accepts, but for booleans and undefined.
    const values = parameters.map((value) => (value === undefined ? null : value) as SQLInputValue);
    if (statement.columns().length > 0) return { rows: statement.all(...values) };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  #prepared(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

/** Opens a store of a process. Returns it with a function that closes its connections. */
export async function openSimulatedStore(
  database: SimulatedDatabase,
  link: SimulatedLink,
): Promise<{ readonly store: Store; readonly disconnect: () => void }> {
  const driver = new SimulatedDriver(database, link);
  const db = new Kysely<CoreTables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new NodeSqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (own) => new SqliteIntrospector(own),
    },
  });
  const parts = {
    kind: 'sqlite' as const,
    location: 'simulated',
    schemaName: undefined,
    db,
    now: new SimulatedClock(),
    patience: new SimulatedPatience(link),
  };
  await parts.patience.run(() => migrate(parts, coreSchema));
  return { store: new DatabaseStore(parts), disconnect: () => driver.disconnect() };
}

/** The error of a lost connection. */
export function lostConnection(): StoreError {
  return new StoreError('store_unavailable', 'simulated', 'has closed the connection.', { retryable: true });
}

/** The time at which the database runs a statement, not the one at which a process has sent it. */
class SimulatedClock implements Expression<number> {
  get expressionType(): undefined {
    return undefined;
  }

  toOperationNode(): OperationNode {
    return sql<number>`simulated_now()`.toOperationNode();
  }
}

/** Repeats operations in virtual time. */
class SimulatedPatience extends StorePatience {
  readonly #link: SimulatedLink;

  constructor(link: SimulatedLink) {
    super([50, 1000]);
    this.#link = link;
  }

  override async run<Result>(operation: () => Promise<Result>): Promise<Result> {
    for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
      try {
        return await operation();
      } catch (error) {
        if (!StoreError.is(error) || !error.retryable) throw error;
        await this.#link.wait(pauseMs * (0.5 + Math.random()));
      }
    }
  }
}

class SimulatedConnection implements DatabaseConnection {
  readonly #database: SimulatedDatabase;
  readonly #link: SimulatedLink;
  /** Whether the process thinks that it is in a transaction. The server may have ended it. */
  isInTransaction = false;

  constructor(database: SimulatedDatabase, link: SimulatedLink) {
    this.#database = database;
    this.#link = link;
  }

  /** A step. A lost connection ends its transaction. */
  async step(phase: 'request' | 'response'): Promise<void> {
    try {
      await this.#link.step(phase);
    } catch (error) {
      this.#database.disconnect(this);
      throw error;
    }
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    await this.step('request');
    await this.#database.turn(this);
    if (this.isInTransaction && !this.#database.isIn(this)) throw lostConnection();
    const result = this.#database.execute(
      text,
      parameters.map((value) => this.#own(value)),
      this.#link.now(),
    );
    const [, table] = /^(?:insert into|update|delete from) "(\w+)"/.exec(text) ?? [];
    if (table !== undefined) this.#link.onWrite(table);
    await this.step('response');
    return result as QueryResult<Row>;
  }

  streamQuery(): never {
    throw new Error('not simulated');
  }

  /** All simulated processes are one: each has its own id in what identifies a process. */
  #own(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    // Every other process runs on another machine.
    const machine = this.#link.pid % 2 === 0 ? '{"machine":"' : '{"machine":"other ';
    return value
      .replace(/^\{"machine":"/, machine)
      .replace(`"pid":${process.pid}}`, `"pid":${this.#link.pid}}`);
  }
}

class SimulatedDriver implements Driver {
  readonly #database: SimulatedDatabase;
  readonly #link: SimulatedLink;
  readonly #connections: Set<SimulatedConnection> = new Set();

  constructor(database: SimulatedDatabase, link: SimulatedLink) {
    this.#database = database;
    this.#link = link;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SimulatedConnection> {
    const connection = new SimulatedConnection(this.#database, this.#link);
    this.#connections.add(connection);
    return connection;
  }

  async beginTransaction(connection: SimulatedConnection): Promise<void> {
    await connection.step('request');
    await this.#database.turn(connection);
    if (!this.#link.isRunning()) throw lostConnection();
    this.#database.begin(connection);
    connection.isInTransaction = true;
    await connection.step('response');
  }

  async commitTransaction(connection: SimulatedConnection): Promise<void> {
    await connection.step('request');
    connection.isInTransaction = false;
    if (!this.#database.end(connection, 'commit')) throw lostConnection();
    await connection.step('response');
  }

  async rollbackTransaction(connection: SimulatedConnection): Promise<void> {
    connection.isInTransaction = false;
    this.#database.end(connection, 'rollback');
  }

  async releaseConnection(connection: SimulatedConnection): Promise<void> {
    this.#connections.delete(connection);
  }

  async destroy(): Promise<void> {}

  /** Ends the transactions of a process that does not respond. */
  disconnect(): void {
    for (const connection of this.#connections) this.#database.disconnect(connection);
  }
}
