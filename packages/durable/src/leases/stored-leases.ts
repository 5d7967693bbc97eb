import { hostname } from 'node:os';
import { ConfigError } from '@parlance/schemas/kit';
import { sql } from 'kysely';
import { checkName } from '../store/check-text.js';
import type { StoreDatabase } from '../store/store-database.js';
import { HeldLease } from './held-lease.js';
import { LeaseLostError } from './lease-lost-error.js';
import type { Lease, LeaseHolder, LeaseOptions, Leases } from './lease.js';
import { hasEnded, processIdentity } from './process-identity.js';

const DEFAULT_DURATION_MS = 15_000;
const SHORTEST_DURATION_MS = 1_000;

/** The longest delay of a timer, about 24 days. A longer one would renew the lease all the time. */
const LONGEST_DURATION_MS = 2_147_483_647;

type LeaseRequest = Pick<Lease, 'name' | 'owner' | 'durationMs'>;

/** Leases in the table `parlance_leases`. A released lease stays there with time 0, so that its token keeps increasing. */
export class StoredLeases implements Leases {
  readonly #database: StoreDatabase;
  readonly #held: Set<Lease> = new Set();

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async acquire(name: string, options: LeaseOptions = {}): Promise<Lease | null> {
    const { durationMs = DEFAULT_DURATION_MS, owner = `${hostname()} ${process.pid}` } = options;
    checkName('name', name);
    checkName('owner', owner);
    checkLeaseDuration('durationMs', durationMs);
    const request = { name, owner, durationMs };
    const token = (await this.#takeFree(request)) ?? (await this.#takeFromEnded(request));
    if (token === undefined) return null;
    const held = new HeldLease(
      { ...request, token },
      {
        renew: (lease) => requireLease(this.#database, lease),
        release: (lease) => this.#release(lease),
      },
    );
    this.#held.add(held);
    held.signal.addEventListener('abort', () => this.#held.delete(held), { once: true });
    return held;
  }

  async holder(name: string): Promise<LeaseHolder | null> {
    const { db, now } = this.#database;
    const row = await db
      .selectFrom('parlance_leases')
      .select(['owner', 'token', sql<number>`expires_at - ${now}`.as('remaining')])
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined || row.remaining <= 0) return null;
    return { owner: row.owner, token: row.token, expiresInMs: row.remaining };
  }

  /** Releases all leases that this process acquired here. */
  async releaseAll(): Promise<void> {
    await Promise.all(Array.from(this.#held, (lease) => lease.release()));
  }

  /** Acquires a lease that does not exist, was released or has expired. Returns its token. */
  async #takeFree({ name, owner, durationMs }: LeaseRequest): Promise<number | undefined> {
    const { db, now } = this.#database;
    const values = { owner, process: processIdentity(), expires_at: sql<number>`${now} + ${durationMs}` };
    const row = await db
      .insertInto('parlance_leases')
      .values({ name, token: 1, ...values })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ ...values, token: sql<number>`parlance_leases.token + 1` })
          .where(sql<boolean>`parlance_leases.expires_at <= ${now}`),
      )
      .returning('token')
      .executeTakeFirst();
    return row?.token;
  }

  /** Acquires the lease of a process of this machine that no longer runs. Returns its token. */
  async #takeFromEnded(request: LeaseRequest): Promise<number | undefined> {
    const { db, now } = this.#database;
    const row = await db
      .selectFrom('parlance_leases')
      .select(['process', 'token'])
      .where('name', '=', request.name)
      .executeTakeFirst();
    if (row === undefined || !hasEnded(row.process)) return undefined;
    const taken = await db
      .updateTable('parlance_leases')
      .set({
        owner: request.owner,
        process: processIdentity(),
        token: row.token + 1,
        expires_at: sql<number>`${now} + ${request.durationMs}`,
      })
      .where('name', '=', request.name)
      .where('token', '=', row.token)
      .returning('token')
      .executeTakeFirst();
    return taken?.token;
  }

  async #release(lease: Lease): Promise<void> {
    await this.#database.db
      .updateTable('parlance_leases')
      .set({ expires_at: 0, process: null })
      .where('name', '=', lease.name)
      .where('token', '=', lease.token)
      .execute();
  }
}

/**
 * Checks how long a lease lasts.
 *
 * @throws {ConfigError} When it is not a whole number in the range. PostgreSQL stores no fractions.
 */
export function checkLeaseDuration(option: string, ms: number): void {
  if (Number.isInteger(ms) && ms >= SHORTEST_DURATION_MS && ms <= LONGEST_DURATION_MS) return;
  throw new ConfigError(
    option,
    `${option} must be a whole number from ${SHORTEST_DURATION_MS} to ${LONGEST_DURATION_MS}`,
  );
}

/**
 * Renews a lease. In a transaction, this also locks it until the commit. A lease that has expired but was not acquired by
 * anybody else is still held.
 *
 * @throws {LeaseLostError} When it was lost or released.
 */
export async function requireLease(
  { db, now }: StoreDatabase,
  { name, token, durationMs }: Pick<Lease, 'name' | 'token' | 'durationMs'>,
): Promise<void> {
  const row = await db
    .updateTable('parlance_leases')
    .set({ expires_at: sql<number>`${now} + ${durationMs}` })
    .where('name', '=', name)
    .where('token', '=', token)
    .where('expires_at', '>', 0)
    .returning('token')
    .executeTakeFirst();
  if (row === undefined) throw new LeaseLostError(name, token);
}
