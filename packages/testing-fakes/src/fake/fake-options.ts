/** Options of the emulator. */
import type { Naming } from '@parlance/schemas';
import type { DemoSizes } from '../demo/organization.js';
import type { Fault } from '../faults/fault.js';
import type { RateLimits } from '../organization/rate-limits.js';
import type { Scenario } from './scenario.js';
import type { SeedName } from '../emulator/service.js';
import type { ClockOptions } from '../world/clock.js';
import type { JournalEntry } from '../world/journal.js';
import type { WebhookTargets } from '../webhooks/targets.js';
import type { WorldKeeper } from '../world/world-keeper.js';

/** Options for `createFake`. */
export interface FakeOptions {
  /** Name of the default world, the one that {@link Fake.keys} belong to. Default `default`. */
  readonly world?: string | undefined;
  /**
   * Initial records of each new world: `empty` creates the organization and one admin, `demo` an organization with
   * history. Default `empty`.
   */
  readonly seed?: SeedName | undefined;
  /** Size of the organization that `seed: 'demo'` creates. */
  readonly demo?: DemoSizes | undefined;
  /**
   * Seed for ids and other random values. The same seed and requests produce the same responses, unless the clock is
   * `running`. Default 0.
   */
  readonly randomSeed?: number | undefined;
  /**
   * Clock of each world. By default, time moves only when something waits, and then jumps to the end of the wait, so waits
   * take no real time.
   */
  readonly clock?: ClockOptions | undefined;
  /** Initial scenario of every world: replies, faults, limits and other parts. Default: empty. */
  readonly scenario?: Scenario | undefined;
  /** Initial faults of every world: the same as `scenario.faults`. Default: none. */
  readonly faults?: readonly Fault[] | undefined;
  /**
   * The deployment's own names for `vendor`, `assistant` and `githost` in headers, fields and ids. Default: the names in
   * the documentation.
   */
  readonly naming?: Naming | undefined;
  /** Persistent storage for worlds: `await openWorldFile(path)` from `@parlance/testing-fakes/file`. Default: memory. */
  readonly store?: WorldKeeper | undefined;
  /**
   * Maximum number of worlds in memory. Beyond it, the least recently used idle world is dropped; with a `store`, it is
   * reopened on its next request. Default 1,000.
   */
  readonly maxIdleWorlds?: number | undefined;
  /** Maximum number of requests in the journal. Default 10,000. */
  readonly journalSize?: number | undefined;
  /**
   * Initial rate limits of every world by operation family: the same as `scenario.limits`. `usualRateLimits` has those that the
   * emulator reports. Default: none.
   */
  readonly rateLimits?: RateLimits | undefined;
  /** Whether to reject requests without the beta header that their operation requires. Default `strict`. */
  readonly betas?: 'strict' | 'lenient' | undefined;
  /**
   * Where webhooks may be delivered: to this machine only (`loopback`), or to `any` URL. Other URLs are rejected when an
   * endpoint is created. Default `loopback`.
   */
  readonly webhookTargets?: WebhookTargets | undefined;
  /**
   * Whether responses include optional fields that are null (`sent`) or leave them out as many services do
   * (`omitted`). Default `sent`.
   */
  readonly nulls?: 'sent' | 'omitted' | undefined;
  /**
   * Whether to validate every response against the contract. Slower; meant for tests of the emulator itself. Default
   * false.
   */
  readonly checkResponses?: boolean | undefined;
  /** Called for every request, when its response starts or its connection is cut. Use it to log requests. */
  readonly onRequest?: ((entry: JournalEntry) => void) | undefined;
  /** Delay before each stream event after the first, in milliseconds of world time. Default 0. */
  readonly paceMs?: number | undefined;
}
