import { ParlanceError } from '@parlance/schemas/kit';

/** Options for {@link Leases.acquire}. */
export interface LeaseOptions {
  /**
   * How long the lease lasts without being renewed, in milliseconds, from 1,000: the time until another process takes over when this one
   * has lost its connection to the store or its machine. While the lease is held, it is renewed every third of it. Default: 15,000.
   */
  readonly durationMs?: number | undefined;
  /** Describes the holder to people, for example `export nightly`. Default: host name and process id. */
  readonly owner?: string | undefined;
}

/** Who holds a lease. */
export interface LeaseHolder {
  /** Description of the holder. */
  readonly owner: string;
  /** Fencing token: increases each time the lease is acquired. */
  readonly token: number;
  /** Time until the lease expires unless it is renewed, in milliseconds, by the database's clock. */
  readonly expiresInMs: number;
}

/**
 * A lock that expires unless its holder renews it, which happens automatically until it is released. A paused or disconnected process
 * can lose it without noticing, so pass it to `store.transaction`, which checks it in the same transaction as the writes.
 */
export interface Lease extends AsyncDisposable {
  /** Name of the lease. */
  readonly name: string;
  /** Description of the holder. */
  readonly owner: string;
  /** Fencing token: increases each time the lease is acquired. */
  readonly token: number;
  /** How long the lease lasts without being renewed, in milliseconds. */
  readonly durationMs: number;
  /** Aborted with a `LeaseLostError` when the lease is lost, and when it is released. */
  readonly signal: AbortSignal;
  /**
   * Renews the lease now.
   *
   * @throws {LeaseLostError} When it was lost.
   */
  renew(): Promise<void>;
  /** Releases the lease, so that others can acquire it at once. */
  release(): Promise<void>;
}

/** Locks with fencing tokens: at most one process holds a name at a time, and a process that lost one cannot commit. */
export interface Leases {
  /**
   * Acquires a lease, unless another holds it. The lease of a process on this machine that no longer runs is acquired at once, others
   * when they have expired. With a database on another machine, processes in containers count as processes on other machines.
   *
   * @param name - What the lease is for, for example `exports/nightly`.
   * @param options - Duration and owner.
   * @returns The lease; null if it is held.
   * @throws {ConfigError} When the name or an option is invalid.
   */
  acquire(name: string, options?: LeaseOptions): Promise<Lease | null>;
  /**
   * Returns who holds a lease.
   *
   * @param name - The name.
   * @returns The holder; null if it is free.
   */
  holder(name: string): Promise<LeaseHolder | null>;
}

/** A lease expired or another process acquired it, so the work that it protects must stop. Nothing was committed. */
export class LeaseLostError extends ParlanceError {
  /** Name of the lease. */
  readonly lease: string;
  /** Fencing token of the lost lease. */
  readonly token: number;

  /** Name of the class. */
  override get name(): string {
    return 'LeaseLostError';
  }

  /**
   * @param lease - Name of the lease.
   * @param token - Its fencing token.
   * @param problem - Continues the sentence that starts with the lease.
   */
  constructor(
    lease: string,
    token: number,
    problem = 'was lost: it expired, or another process has acquired it',
  ) {
    super('lease_lost', `The lease ${lease} (token ${token}) ${problem}.`);
    this.lease = lease;
    this.token = token;
  }
}
