/** The emulator as its users see it. */
import type { User } from '@parlance/schemas';
import type { FakeAdapter } from '../adapters/adapter.js';
import type { ListenOptions, Listening } from '../adapters/listen.js';
import type { Fault } from '../faults/fault.js';
import type { RateLimits } from '../organization/rate-limits.js';
import type { Script } from '../model/script.js';
import type { ToolCall } from '../tool-calls/tool-calls.js';
import type { JournalEntry } from '../world/journal.js';
import type { Snapshot } from '../world/snapshot.js';
import type { World } from '../world/world.js';
import type { SavedRun } from './saved-run.js';
import type { Scenario } from './scenario.js';

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
   * Returns the tool calls in the messages and sessions of a world, oldest first, and whether the application has answered them. At most 10,000 are kept.
   *
   * @param world - Name of the world. Defaults to the default world.
   */
  toolCalls(world?: string): readonly ToolCall[];
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
   * Replaces a world with a snapshot.
   *
   * @param snapshot - Result of {@link Fake.snapshot}.
   * @param world - Name of the world. Defaults to the name in the snapshot.
   * @throws {TypeError} When the value is not a valid snapshot, or has a different format version.
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
