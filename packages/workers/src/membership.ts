/** The members of a fleet: each holds the lease of a slot, and others notice when it does not renew it. */
import type { Lease, Store } from '@parlance/durable';

/** A lease that was not renewed for this part of its duration may belong to a process that has ended. */
const OVERDUE = 0.55;
/** How many others a member watches. Each of a large fleet is watched by a few, also when some of these end at the same time. */
const WATCHED = 4;

/** A member of a fleet, until its lease is lost or released. */
export class Membership {
  readonly #store: Store;
  readonly #worker: string;
  readonly #lease: Lease;
  /** Identifies the member: its slot and the token of its lease, which is never used twice. */
  readonly id: string;

  private constructor(store: Store, worker: string, slot: number, lease: Lease) {
    this.#store = store;
    this.#worker = worker;
    this.#lease = lease;
    this.id = `${slot}:${lease.token}`;
  }

  /** Takes the first free slot. */
  static async join(store: Store, worker: string, durationMs: number): Promise<Membership> {
    for (let slot = 0; ; slot += 1) {
      const lease = await store.leases.acquire(slotName(worker, slot), { durationMs });
      if (lease !== null) return new Membership(store, worker, slot, lease);
    }
  }

  /** Whether the lease was lost, so that others may have taken over. */
  get isLost(): boolean {
    return this.#lease.signal.aborted;
  }

  /** Returns the members that this one watches: those that follow it in a ring. */
  watched(all: readonly string[]): string[] {
    const others = all.filter((id) => id !== this.id).toSorted();
    const next = others.filter((id) => id > this.id);
    return [...next, ...others].slice(0, Math.min(WATCHED, others.length));
  }

  /** Returns whether another member is gone: its lease is free, expired or held by a successor. */
  async isGone(id: string): Promise<boolean> {
    const [slot, token] = id.split(':').map(Number);
    const name = slotName(this.#worker, slot ?? 0);
    const holder = await this.#store.leases.holder(name);
    if (holder === null || holder.token !== token) return true;
    if (holder.expiresInMs > this.#lease.durationMs * OVERDUE) return false;
    // Succeeds before the lease expires if the process of the holder ran on this machine and has ended.
    const freed = await this.#store.leases.acquire(name, { durationMs: this.#lease.durationMs });
    await freed?.release();
    return freed !== null;
  }

  /** Frees the slot. */
  leave(): Promise<void> {
    return this.#lease.release();
  }
}

function slotName(worker: string, slot: number): string {
  return `workers/${worker}/${slot}`;
}
