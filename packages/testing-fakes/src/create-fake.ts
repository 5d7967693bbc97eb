/** The in-process emulator. */
import { operations, type Naming, type User } from '@parlance/schemas';
import { createAdapter, type FakeAdapter } from './adapters/adapter.js';
import { acceptInvite } from './admin/invites.js';
import { viewOfWorkspace } from './admin/workspaces.js';
import { createFetch } from './adapters/fetch.js';
import { listen, type ListenOptions, type Listening } from './adapters/listen.js';
import { logComplianceAccess } from './compliance/access-log.js';
import type { DemoSizes } from './demo/organization.js';
import type { AnyHandler } from './engine/call.js';
import { createEngine, type Engine } from './engine/engine.js';
import { openSavedRun, readSavedRun, saveRun, type SavedRun } from './saved-run/saved-run.js';
import { createTranslation } from './engine/naming.js';
import { handlers } from './handlers.js';
import { createControl } from './control/control.js';
import type { Fault } from './faults/fault.js';
import { disableDamagedSessions } from './managed-agents/run/damaged-sessions.js';
import { resumeBatches } from './inference/batch-run.js';
import { resumeSessions } from './managed-agents/run/resume-sessions.js';
import { readFaults } from './faults/read-faults.js';
import { readScripts } from './scripts/read-scripts.js';
import type { Script } from './scripts/script.js';
import { readOptions } from './read-options.js';
import type { SeedName } from './seed/seeder.js';
import type { ClockOptions } from './world/clock.js';
import { readRateLimits, type RateLimits } from './limits/rate-limits.js';
import { memoryWriter } from './world/content.js';
import { createJournal, type Journal, type JournalEntry } from './world/journal.js';
import { worldMaker } from './world/make-world.js';
import { createRandom, hashText } from './world/random.js';
import { forkWorld, openSnapshot, readSnapshot, takeSnapshot, type Snapshot } from './world/snapshot.js';
import type { World } from './world/world.js';
import type { WorldKeeper } from './world/world-keeper.js';
import { checkWorldName } from './world/world-name.js';
import { createWorlds, type Worlds } from './world/worlds.js';

/** Options for {@link createFake}. */
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
  /** Initial faults of every world. Default: none. */
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
  /** Initial rate limits of every world, per minute and operation family. Default: none. */
  readonly rateLimits?: RateLimits | undefined;
  /** Whether to reject requests without the beta header that their operation requires. Default `strict`. */
  readonly betas?: 'strict' | 'lenient' | undefined;
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

/** API keys of one world. */
export interface FakeKeys {
  /** Key for the inference and managed agents APIs. It sees the objects of its workspace only. */
  readonly api: string;
  /** Key for the admin API. */
  readonly admin: string;
  /** Key for the compliance API. */
  readonly compliance: string;
}

/** An emulator of the service. Create one with {@link createFake}. */
export interface Fake {
  /** Base URL for clients: the server's while {@link Fake.listen} is active, otherwise a placeholder that never resolves. */
  readonly url: string;
  /** Keys of the default world. */
  readonly keys: FakeKeys;
  /**
   * Returns the keys of a world. The world is created on its first request.
   *
   * @param world - Name of the world.
   * @param workspaceId - Workspace of the API key, created with the admin API. Defaults to the default workspace.
   */
  keysOf(world: string, workspaceId?: string): FakeKeys;
  /** Returns an adapter for the `http` option of a client: requests reach the emulator without a socket. */
  http(): FakeAdapter;
  /** A `fetch` function whose requests go to the emulator. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Starts an HTTP server. Close it before listening again.
   *
   * @throws When the emulator is already listening, or the address is unavailable.
   */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Returns a world, creating it on first use. Defaults to the default world. */
  world(name?: string): World;
  /** Returns the most recent requests, oldest first, of one world or of all. */
  journal(world?: string): readonly JournalEntry[];
  /**
   * Restores the initial state of a world: records, clock, randomness, faults and rate limits. Removes its scripts, clears
   * its journal and ends its open streams.
   */
  reset(world?: string): void;
  /**
   * Copies a world: records, clock, randomness, faults and rate limits, but not its scripts. Later changes to one world do
   * not affect the other. Copying is cheap regardless of the number of records.
   *
   * @param from - World to copy.
   * @param to - Name of the copy. Replaces an existing world of that name.
   */
  fork(from: string, to: string): void;
  /**
   * Replaces the faults of a world. An empty list removes them.
   *
   * @param faults - Faults to inject. Each request gets at most one: the first that applies.
   * @param world - Name of the world. Defaults to the default world.
   * @throws {TypeError} When a fault is invalid. The message lists each problem with its key.
   */
  setFaults(faults: readonly Fault[], world?: string): void;
  /**
   * Replaces the rate limits of a world and resets their usage.
   *
   * @param rateLimits - Limits by operation family. A family that is left out is unlimited.
   * @param world - Name of the world. Defaults to the default world.
   * @throws {TypeError} When a limit is invalid. The message lists each problem with its key.
   */
  setRateLimits(rateLimits: RateLimits, world?: string): void;
  /**
   * Replaces the scripted replies of a world. While scripts are set, a request that matches no step is rejected. An empty
   * list restores the default model.
   *
   * @param scripts - Scripts to follow. The first that matches a request replies to it.
   * @param world - Name of the world. Defaults to the default world.
   * @throws {TypeError} When a script is invalid. The message lists each problem with its key.
   */
  setScripts(scripts: readonly Script[], world?: string): void;
  /**
   * Accepts a pending invite, as the invited person does: the person becomes a member of the organization.
   *
   * @param inviteId - Id of the invite, from the admin API.
   * @param world - Name of the world. Defaults to the default world.
   * @returns The new member.
   * @throws {Error} When the invite does not exist, has expired, or was accepted or deleted.
   */
  acceptInvite(inviteId: string, world?: string): User;
  /** Returns every deviation from the scripts: requests that matched no step, with the nearest miss, and unused steps. */
  scriptProblems(world?: string): readonly string[];
  /** Returns a world as plain JSON: its records, clock and randomness. */
  snapshot(world?: string): Snapshot;
  /**
   * Replaces a world with a snapshot. A session whose record is damaged is disabled: every request to it is rejected with
   * the problem, except its deletion.
   *
   * @param snapshot - Result of {@link Fake.snapshot}, from this release or an earlier one.
   * @param world - Name of the world. Defaults to the name in the snapshot.
   * @throws {TypeError} When the value is not a valid snapshot, or comes from a later release.
   */
  restore(snapshot: unknown, world?: string): void;
  /**
   * Returns a world with its journal, scripts, faults and rate limits as plain JSON. Use it to debug a failed test:
   * `parlance-fakes open FILE` serves the world in that state.
   *
   * @param world - Name of the world. Defaults to the default world.
   */
  saveRun(world?: string): SavedRun;
  /**
   * Replaces a world with a saved run.
   *
   * @param run - Result of {@link Fake.saveRun}.
   * @param world - Name of the world. Defaults to the default world.
   * @throws {TypeError} When the value is not a valid saved run, or has a different format version.
   */
  openRun(run: unknown, world?: string): void;
  /** Stops the server, drops all worlds and closes the `store`. */
  close(): Promise<void>;
  /** Same as {@link Fake.close}. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Base URL without a server. The `.invalid` domain never resolves, so no request leaves the process by mistake. */
const NO_SERVER_URL = 'https://parlance-fake.invalid';

/**
 * Creates an emulator. It opens no port and keeps no process alive until you call {@link Fake.listen}.
 *
 * @param options - See {@link FakeOptions}.
 * @throws {TypeError} When an option is unknown or invalid. The message lists each problem with its key.
 */
export function createFake(options: FakeOptions = {}): Fake {
  return new InProcessFake(readOptions(options));
}

class InProcessFake implements Fake {
  readonly keys: FakeKeys;
  readonly fetch: typeof globalThis.fetch;
  readonly #engine: Engine;
  readonly #make: (name: string) => World;
  readonly #store: WorldKeeper | undefined;
  readonly #worlds: Worlds;
  readonly #journal: Journal;
  readonly #name: string;
  #listening: Listening | undefined;

  constructor(options: FakeOptions) {
    const randomSeed = options.randomSeed ?? 0;
    const keyless = createRandom(hashText(`${randomSeed}:requests`));
    this.#name = options.world ?? 'default';
    const initial = {
      faults: options.faults ?? [],
      rateLimits: options.rateLimits ?? {},
    };
    this.#store = options.store;
    this.#make = worldMaker({
      randomSeed,
      seed: options.seed ?? 'empty',
      clock: options.clock,
      sizes: options.demo,
      ...initial,
    });
    this.#worlds = createWorlds({
      maxIdle: options.maxIdleWorlds ?? 1000,
      make: (name) => {
        const stored = this.#store?.open(name, initial);
        if (stored === undefined) return this.#persisted(this.#make(name));
        disableDamagedSessions(stored);
        return withRunningWork(stored);
      },
    });
    this.#journal = createJournal(options.journalSize ?? 10_000, options.onRequest);
    this.#engine = createEngine({
      operations,
      handlers: handlers as Readonly<Record<string, AnyHandler | undefined>>,
      worlds: this.#worlds,
      journal: this.#journal,
      requestId: () => `req_${keyless.token(24)}`,
      strictBetas: options.betas !== 'lenient',
      checkResponses: options.checkResponses ?? false,
      omitsNulls: options.nulls === 'omitted',
      onHandled: logComplianceAccess,
      viewOfWorkspace,
      paceMs: options.paceMs ?? 0,
      translation: createTranslation(options.naming),
      createWriter: () => this.#store?.createWriter() ?? memoryWriter(),
    });
    this.keys = this.keysOf(this.#name);
    this.fetch = createFetch(this.#engine);
  }

  get url(): string {
    return this.#listening?.url ?? NO_SERVER_URL;
  }

  keysOf(world: string, workspaceId?: string): FakeKeys {
    const workspace = workspaceId === undefined ? '' : `@${workspaceId}`;
    return { api: `api-${world}${workspace}`, admin: `admin-${world}`, compliance: `compliance-${world}` };
  }

  http(): FakeAdapter {
    return createAdapter(this.#engine);
  }

  async listen(options: ListenOptions = {}): Promise<Listening> {
    if (this.#listening !== undefined)
      throw new Error(`This emulator is already listening at ${this.#listening.url}`);
    const server = await listen(this.#engine, options, createControl(this, options.controlToken));
    const listening: Listening = {
      url: server.url,
      close: () => {
        if (this.#listening === listening) this.#listening = undefined;
        return server.close();
      },
    };
    this.#listening = listening;
    return listening;
  }

  world(name: string = this.#name): World {
    checkWorldName(name);
    return this.#worlds.use(name).world;
  }

  journal(world?: string): readonly JournalEntry[] {
    return this.#journal.entries(world);
  }

  reset(world: string = this.#name): void {
    this.#worlds.replace(this.#persisted(this.#make(world)));
    this.#journal.clear(world);
  }

  fork(from: string, to: string): void {
    checkWorldName(to);
    this.#replace(forkWorld(this.world(from), to));
  }

  setFaults(faults: readonly Fault[], world?: string): void {
    this.world(world).faults.set(readFaults(faults));
  }

  setRateLimits(rateLimits: RateLimits, world?: string): void {
    this.world(world).limits.set(readRateLimits(rateLimits));
  }

  setScripts(scripts: readonly Script[], world?: string): void {
    this.world(world).scripts.set(readScripts(scripts));
  }

  acceptInvite(inviteId: string, world?: string): User {
    return acceptInvite(this.world(world), inviteId);
  }

  scriptProblems(world?: string): readonly string[] {
    return this.world(world).scripts.problems();
  }

  snapshot(world?: string): Snapshot {
    return takeSnapshot(this.world(world));
  }

  restore(snapshot: unknown, world?: string): void {
    this.#replaceChecked(openSnapshot(readSnapshot(snapshot), world));
  }

  saveRun(world: string = this.#name): SavedRun {
    return saveRun(this.world(world), this.journal(world));
  }

  openRun(run: unknown, world: string = this.#name): void {
    const saved = readSavedRun(run);
    this.#replaceChecked(openSavedRun(saved, world));
    this.#journal.replace(world, saved.journal);
  }

  async close(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    await listening?.close();
    this.#worlds.clear();
    this.#store?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #replace(world: World): void {
    this.#worlds.replace(withRunningWork(this.#persisted(world)));
  }

  /** Replaces a world with one that was read from a document. */
  #replaceChecked(world: World): void {
    disableDamagedSessions(world);
    this.#replace(world);
  }

  #persisted(world: World): World {
    return this.#store?.keep(world) ?? world;
  }
}

/** Resumes the sessions and batches that were running when the world was saved or copied. */
function withRunningWork(world: World): World {
  resumeSessions(world);
  resumeBatches(world);
  return world;
}
