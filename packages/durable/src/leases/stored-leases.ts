import { hostname } from 'node:os';
import { StoredLedger } from '../ledger/stored-ledger.js';
import { checkName } from '../database/check-name.js';
import type { StoreDatabase } from '../database/store-database.js';
import { StoreError } from '../database/store-error.js';
import { HeldLease } from './held-lease.js';
import { checkLeaseDuration } from '../ledger/lease-duration.js';
import { LeaseLostError, type Lease, type LeaseHolder, type LeaseOptions, type Leases } from './lease.js';

const DEFAULT_DURATION_MS = 15_000;

/** Leases: entries of a ledger that are claimed and never finished. */
export class StoredLeases implements Leases {
  readonly #database: StoreDatabase;
  readonly #held: Set<Lease> = new Set();

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async acquire(name: string, options: LeaseOptions = {}): Promise<Lease | null> {
    const { durationMs = DEFAULT_DURATION_MS, owner = `${hostname()} ${process.pid}` } = options;
    checkName('name', name);
    checkLeaseDuration('durationMs', durationMs);
    const ledger = StoredLedger.ofLeases(this.#database, durationMs);
    const claim = await ledger.claim(name, { owner });
    if (claim.state !== 'claimed') return null;
    const held = new HeldLease(
      { name, owner, durationMs, token: claim.token },
      {
        renew: (lease) => requireLease(this.#database, lease),
        release: async () => void (await ledger.release(claim)),
      },
    );
    this.#held.add(held);
    held.signal.addEventListener('abort', () => this.#held.delete(held), { once: true });
    return held;
  }

  async holder(name: string): Promise<LeaseHolder | null> {
    const entry = await StoredLedger.ofLeases(this.#database, DEFAULT_DURATION_MS).get(name);
    if (entry === null || entry.expiresInMs === 0) return null;
    return { owner: entry.owner, token: entry.token, expiresInMs: entry.expiresInMs };
  }

  /** Releases all leases that this process acquired here. Those that the store cannot release, for example on a full disk, expire. */
  async releaseAll(): Promise<void> {
    await Promise.all(Array.from(this.#held, (lease) => lease.release().catch(ignoreStoreError)));
  }
}

function ignoreStoreError(error: unknown): void {
  if (!StoreError.is(error)) throw error;
}

/**
 * Renews a lease. In a transaction, this also locks it until the commit. A lease that has expired but was not acquired by
 * anybody else is still held.
 *
 * @throws {LeaseLostError} When it was lost or released.
 */
export async function requireLease(
  database: StoreDatabase,
  { name, token, durationMs }: Pick<Lease, 'name' | 'token' | 'durationMs'>,
): Promise<void> {
  const isHeld = await StoredLedger.ofLeases(database, durationMs).renew({ key: name, token });
  if (!isHeld) throw new LeaseLostError(name, token);
}
