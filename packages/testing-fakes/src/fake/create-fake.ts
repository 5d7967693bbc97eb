/** The in-process emulator. */
import { operations, type User } from '@parlance/schemas';
import { createAdapter, type FakeAdapter } from '../adapters/adapter.js';
import { acceptInvite } from '../admin/invites.js';
import { viewOfKey } from '../admin/api-keys.js';
import { gaugeOf } from '../organization/workspace-gauges.js';
import { createFetch } from '../adapters/fetch.js';
import { listen, type ListenOptions, type Listening } from '../adapters/listen.js';
import { logComplianceAccess } from '../compliance/access-log.js';
import type { AnyHandler } from '../engine/call.js';
import { createEngine, type Engine, type HandledRequest } from '../emulator/engine.js';
import { openSavedRun, readSavedRun, saveRun, type SavedRun } from './saved-run.js';
import { createTranslation } from '../engine/naming.js';
import type { FakeOptions } from './fake-options.js';
import { handlers } from '../handlers.js';
import { createControl } from '../control/control.js';
import type { Fault } from '../faults/fault.js';
import { disableDamagedSessions } from '../managed-agents/run/damaged-sessions.js';
import { resumeDeliveries } from '../webhooks/deliveries.js';
import { setTargets, type WebhookTargets } from '../webhooks/targets.js';
import { resumeBatches } from '../inference/batch-run.js';
import { resumeSessions } from '../managed-agents/run/resume-sessions.js';
import { readFaults } from '../faults/read-faults.js';
import { applyDueChanges, applyScenario, scenarioProblems } from '../scenario/apply-scenario.js';
import type { Scenario } from './scenario.js';
import { readScenario } from './scenario.schema.js';
import { readScripts } from '../model/read-scripts.js';
import type { Script } from '../model/script.js';
import { readOptions } from './read-options.js';
import { readRateLimits, type RateLimits } from '../limits/rate-limits.js';
import { memoryWriter } from '../world/content.js';
import { createJournal, type Journal, type JournalEntry } from '../world/journal.js';
import { worldMaker } from '../world/make-world.js';
import { createRandom, hashText } from '../world/random.js';
import { forkWorld, openSnapshot, readSnapshot, takeSnapshot, type Snapshot } from '../world/snapshot.js';
import type { World } from '../world/world.js';
import type { WorldKeeper } from '../world/world-keeper.js';
import { checkWorldName } from '../world/world-name.js';
import { createWorlds, type Worlds } from '../world/worlds.js';

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
   * Restores the initial state of a world: records, clock, randomness and scenario. Clears its journal and ends its open
   * streams.
   */
  reset(world?: string): void;
  /**
   * Copies a world: records, clock, randomness, and its scenario with its progress. Later changes to one world do not affect
   * the other. Copying is cheap regardless of the number of records.
   *
   * @param from - World to copy.
   * @param to - Name of the copy. Replaces an existing world of that name.
   */
  fork(from: string, to: string): void;
  /**
   * Applies a scenario to a world. Each part that is set replaces the same part of the current scenario; the others stay as
   * they are.
   *
   * @param scenario - Replies, sessions, faults, limits, clock and changes.
   * @param world - Name of the world. Defaults to the default world.
   * @throws {TypeError} When the scenario is invalid. The message lists each problem with its path.
   */
  applyScenario(scenario: Scenario, world?: string): void;
  /**
   * Returns every deviation from the scenario of a world: requests that matched no reply, with the nearest miss, and unused
   * replies, faults and changes.
   *
   * @param world - Name of the world. Defaults to the default world.
   */
  scenarioProblems(world?: string): readonly string[];
  /**
   * Replaces the faults of a world: the same as `applyScenario({ faults })`. An empty list removes them.
   *
   * @param faults - Faults to inject. Each request gets at most one: the first that applies.
   * @param world - Name of the world. Defaults to the default world.
   * @throws {TypeError} When a fault is invalid. The message lists each problem with its key.
   */
  setFaults(faults: readonly Fault[], world?: string): void;
  /**
   * Replaces the rate limits of a world and resets their usage: the same as `applyScenario({ limits })`.
   *
   * @param rateLimits - Limits by operation family. A family that is left out is unlimited.
   * @param world - Name of the world. Defaults to the default world.
   * @throws {TypeError} When a limit is invalid. The message lists each problem with its key.
   */
  setRateLimits(rateLimits: RateLimits, world?: string): void;
  /**
   * Replaces the scripted replies of a world: the same as `applyScenario({ replies })`. While scripts are set, a request that
   * matches no step is rejected. An empty list restores the default model.
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
   * Returns a world with its journal and its scenario as plain JSON. Use it to debug a failed test:
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
  readonly #scenario: Scenario;
  readonly #store: WorldKeeper | undefined;
  readonly #webhookTargets: WebhookTargets;
  readonly #worlds: Worlds;
  readonly #journal: Journal;
  readonly #name: string;
  #listening: Listening | undefined;

  constructor(options: FakeOptions) {
    const randomSeed = options.randomSeed ?? 0;
    const keyless = createRandom(hashText(`${randomSeed}:requests`));
    this.#name = options.world ?? 'default';
    const { faults, rateLimits: limits } = options;
    this.#scenario = {
      ...(faults !== undefined && { faults }),
      ...(limits !== undefined && { limits }),
      ...options.scenario,
    };
    this.#store = options.store;
    this.#webhookTargets = options.webhookTargets ?? 'loopback';
    this.#make = worldMaker({
      randomSeed,
      seed: options.seed ?? 'empty',
      clock: options.clock,
      sizes: options.demo,
    });
    this.#worlds = createWorlds({
      maxIdle: options.maxIdleWorlds ?? 1000,
      make: (name) => {
        const stored = this.#store?.open(name);
        if (stored === undefined) return this.#initial(name);
        applyScenario(stored, this.#scenario, 'not-stored');
        disableDamagedSessions(stored);
        return this.#resumed(stored);
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
      onHandled: afterRequest,
      viewOfKey,
      gaugeOf,
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
    this.#worlds.replace(this.#initial(world));
    this.#journal.clear(world);
  }

  fork(from: string, to: string): void {
    checkWorldName(to);
    this.#replace(forkWorld(this.world(from), to));
  }

  applyScenario(scenario: Scenario, world?: string): void {
    applyScenario(this.world(world), readScenario(scenario));
  }

  scenarioProblems(world?: string): readonly string[] {
    return scenarioProblems(this.world(world));
  }

  setFaults(faults: readonly Fault[], world?: string): void {
    applyScenario(this.world(world), { faults: readFaults(faults) });
  }

  setRateLimits(rateLimits: RateLimits, world?: string): void {
    applyScenario(this.world(world), { limits: readRateLimits(rateLimits) });
  }

  setScripts(scripts: readonly Script[], world?: string): void {
    applyScenario(this.world(world), { replies: readScripts(scripts) });
  }

  acceptInvite(inviteId: string, world?: string): User {
    return acceptInvite(this.world(world), inviteId);
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
    this.#worlds.replace(this.#resumed(this.#persisted(world)));
  }

  /** Replaces a world with one that was read from a document. */
  #replaceChecked(world: World): void {
    disableDamagedSessions(world);
    this.#replace(world);
  }

  /** Creates a world in its initial state. */
  #initial(name: string): World {
    const world = this.#persisted(this.#make(name));
    setTargets(world, this.#webhookTargets);
    applyScenario(world, this.#scenario);
    return world;
  }

  #persisted(world: World): World {
    return this.#store?.keep(world) ?? world;
  }

  /** Resumes the sessions, batches and webhooks that were pending when the world was saved or copied. */
  #resumed(world: World): World {
    setTargets(world, this.#webhookTargets);
    resumeSessions(world);
    resumeBatches(world);
    resumeDeliveries(world);
    return world;
  }
}

function afterRequest(request: HandledRequest): void {
  logComplianceAccess(request);
  applyDueChanges(request.world, request);
}
