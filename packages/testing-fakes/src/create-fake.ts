/** The emulator, in process. */
import { operations, type Naming } from '@parlance/schemas';
import { createAdapter, type FakeAdapter } from './adapters/adapter.js';
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
import { resumeSessions } from './managed-agents/run/resume-sessions.js';
import { readFaults } from './faults/read-faults.js';
import { readScripts } from './scripts/read-scripts.js';
import type { Script } from './scripts/script.js';
import { readOptions } from './read-options.js';
import type { SeedName } from './seed/seeder.js';
import type { ClockOptions } from './world/clock.js';
import { readRateLimits, type RateLimits } from './limits/rate-limits.js';
import { createJournal, type Journal, type JournalEntry } from './world/journal.js';
import { worldMaker } from './world/make-world.js';
import { createRandom, hashText } from './world/random.js';
import { forkWorld, openSnapshot, readSnapshot, takeSnapshot, type Snapshot } from './world/snapshot.js';
import type { World } from './world/world.js';
import type { WorldKeeper } from './world/world-keeper.js';
import { checkWorldName } from './world/world-name.js';
import { createWorlds, type Worlds } from './world/worlds.js';

/** Options of {@link createFake}. */
export interface FakeOptions {
  /** World of {@link Fake.keys}. Default `default`. */
  readonly world?: string | undefined;
  /** What a new world is filled with: nothing but its organization, or an organization with a history. Default `empty`. */
  readonly seed?: SeedName | undefined;
  /** How large the organization of `seed: 'demo'` is. */
  readonly demo?: DemoSizes | undefined;
  /** What ids, times and texts are a function of. Default 0. */
  readonly randomSeed?: number | undefined;
  /** Time of each world. Default: it stands still and moves by the length of each wait, so that no wait takes time. */
  readonly clock?: ClockOptions | undefined;
  /** Faults that every world begins with. */
  readonly faults?: readonly Fault[] | undefined;
  /** A deployment's real words for vendor, assistant and githost. Default: the documents' words. */
  readonly naming?: Naming | undefined;
  /** Keeps worlds beyond the process: `await openWorldFile(path)` of `@parlance/testing-fakes/file`. Default: memory. */
  readonly store?: WorldKeeper | undefined;
  /** Worlds kept in memory while nothing goes on in them. Default 1,000; a `store` loses none of the others. */
  readonly maxIdleWorlds?: number | undefined;
  /** Requests that the journal keeps. Default 10,000. */
  readonly journalSize?: number | undefined;
  /** Rate limits of every new world, per minute and family of operations. Default: none. */
  readonly rateLimits?: RateLimits | undefined;
  /** Whether a request without the beta name that its operation needs is refused. Default `strict`. */
  readonly betas?: 'strict' | 'lenient' | undefined;
  /** Whether a response has its members that are null, or leaves them out as many services do. Default `sent`. */
  readonly nulls?: 'sent' | 'omitted' | undefined;
  /** Whether every answer is held against the contract, at some cost; for tests of the emulator. Default false. */
  readonly checkAnswers?: boolean | undefined;
  /** Hears of every request when its answer begins. */
  readonly onRequest?: ((entry: JournalEntry) => void) | undefined;
  /** Milliseconds of a world's time before each event of a stream but the first. Default 0. */
  readonly paceMs?: number | undefined;
}

/** The keys of one world. */
export interface FakeKeys {
  /** Key for inference and managed agents. */
  readonly api: string;
  /** Key for administration. */
  readonly admin: string;
  /** Key for compliance. */
  readonly compliance: string;
}

/** An emulator. */
export interface Fake {
  /** Base URL. It names nothing on the network, unless {@link Fake.listen} was called: then it is the server's. */
  readonly url: string;
  /** Keys of the default world. */
  readonly keys: FakeKeys;
  /** Gives the keys of a world; it is made on first use. */
  keysOf(world: string): FakeKeys;
  /** Gives the adapter for the option `http` of a client: no socket, no server. */
  http(): FakeAdapter;
  /** Answers a web request. */
  readonly fetch: typeof globalThis.fetch;
  /** Serves over HTTP; once closed, it can be done again. @throws When the address cannot be listened on. */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Gives a world, made on first use. Default: the default world. */
  world(name?: string): World;
  /** Gives the latest requests, oldest first, of one world or of all. */
  journal(world?: string): readonly JournalEntry[];
  /** Puts a world back to its beginning: records, time, randomness, journal. Open streams of it end. */
  reset(world?: string): void;
  /**
   * Copies a world; a change in one is not seen in the other. It costs next to nothing, however many records there are.
   *
   * @param from - World to copy.
   * @param to - Name of the copy; a world of that name gives way to it.
   */
  fork(from: string, to: string): void;
  /**
   * Says what goes wrong in a world, in the place of what was said before; an empty list ends it.
   *
   * @param faults - The faults; the first that fits a request strikes.
   * @param world - Name of the world. Default: the default world.
   * @throws {TypeError} For a fault of another form; the message names the key and what is allowed.
   */
  setFaults(faults: readonly Fault[], world?: string): void;
  /**
   * Puts rate limits in the place of those of a world; all of them are unused.
   *
   * @param rateLimits - Limits by family of operations; a family left out has none.
   * @param world - Name of the world. Default: the default world.
   * @throws {TypeError} Naming the key and what is allowed.
   */
  setRateLimits(rateLimits: RateLimits, world?: string): void;
  /**
   * Says what the model answers in a world, in the place of what was said before; an empty list leaves it to the
   * default model. While there are scripts, a request that none of them has a step for is refused.
   *
   * @param scripts - The scripts; the first that fits a request answers it.
   * @param world - Name of the world. Default: the default world.
   * @throws {TypeError} For a script of another form; the message names the key and what is allowed.
   */
  setScripts(scripts: readonly Script[], world?: string): void;
  /** What did not go as the scripts say: requests without a step, with the nearest miss, and steps never used. */
  scriptProblems(world?: string): readonly string[];
  /** Saves a world as plain JSON. */
  snapshot(world?: string): Snapshot;
  /**
   * Puts a saved world in the place of one.
   *
   * @param snapshot - What {@link Fake.snapshot} gave, in this or an earlier release.
   * @param world - Name of the world. Default: the saved one's.
   * @throws {TypeError} When it is no snapshot, a damaged one, or one of a later release.
   */
  restore(snapshot: unknown, world?: string): void;
  /**
   * Saves a world with its journal, scripts, faults and limits as plain JSON, so that a failing test can be looked at
   * again: `parlance-fakes open FILE` serves exactly that.
   *
   * @param world - Name of the world. Default: the default world.
   */
  saveRun(world?: string): SavedRun;
  /**
   * Puts a saved run in the place of a world.
   *
   * @param run - What {@link Fake.saveRun} gave.
   * @param world - Name of the world. Default: the default world.
   * @throws {TypeError} When it is no saved run, a damaged one, or one of a later release.
   */
  openRun(run: unknown, world?: string): void;
  /** Stops the server, if any, and drops all worlds; closes the `store`. */
  close(): Promise<void>;
  /** The same as {@link Fake.close}. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Where clients are told to connect when there is no server; `.invalid` never resolves. */
const NOWHERE = 'https://parlance-fake.invalid';

/**
 * Makes an emulator. Nothing listens, and nothing keeps the process alive, until {@link Fake.listen}.
 *
 * @param options - See {@link FakeOptions}.
 * @throws {TypeError} For an option that is unknown or out of range; the message names the key and what is allowed.
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
    const unnamed = createRandom(hashText(`${randomSeed}:requests`));
    this.#name = options.world ?? 'default';
    const beginning = {
      faults: options.faults ?? [],
      rateLimits: options.rateLimits ?? {},
    };
    this.#store = options.store;
    this.#make = worldMaker({
      randomSeed,
      seed: options.seed ?? 'empty',
      clock: options.clock,
      sizes: options.demo,
      ...beginning,
    });
    this.#worlds = createWorlds({
      maxIdle: options.maxIdleWorlds ?? 1000,
      make: (name) => {
        const found = this.#store?.open(name, beginning);
        return found === undefined ? this.#kept(this.#make(name)) : goingOn(found);
      },
    });
    this.#journal = createJournal(options.journalSize ?? 10_000, options.onRequest);
    this.#engine = createEngine({
      operations,
      handlers: handlers as Readonly<Record<string, AnyHandler | undefined>>,
      worlds: this.#worlds,
      journal: this.#journal,
      requestId: () => `req_${unnamed.token(24)}`,
      strictBetas: options.betas !== 'lenient',
      checkAnswers: options.checkAnswers ?? false,
      omitsNulls: options.nulls === 'omitted',
      onAnswered: logComplianceAccess,
      paceMs: options.paceMs ?? 0,
      translation: createTranslation(options.naming),
    });
    this.keys = this.keysOf(this.#name);
    this.fetch = createFetch(this.#engine);
  }

  get url(): string {
    return this.#listening?.url ?? NOWHERE;
  }

  keysOf(world: string): FakeKeys {
    return { api: `api-${world}`, admin: `admin-${world}`, compliance: `compliance-${world}` };
  }

  http(): FakeAdapter {
    return createAdapter(this.#engine);
  }

  async listen(options: ListenOptions = {}): Promise<Listening> {
    if (this.#listening !== undefined) throw new Error('This emulator is listening already.');
    const server = await listen(this.#engine, options, createControl(this));
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
    this.#worlds.replace(this.#kept(this.#make(world)));
    this.#journal.clear(world);
  }

  fork(from: string, to: string): void {
    checkWorldName(to);
    this.#goOn(forkWorld(this.world(from), to));
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

  scriptProblems(world?: string): readonly string[] {
    return this.world(world).scripts.problems();
  }

  snapshot(world?: string): Snapshot {
    return takeSnapshot(this.world(world));
  }

  restore(snapshot: unknown, world?: string): void {
    this.#goOn(openSnapshot(readSnapshot(snapshot), world));
  }

  saveRun(world: string = this.#name): SavedRun {
    return saveRun(this.world(world), this.journal(world));
  }

  openRun(run: unknown, world: string = this.#name): void {
    const saved = readSavedRun(run);
    this.#goOn(openSavedRun(saved, world));
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

  /** Puts a world in the place of the one of its name; what was at work in it goes on. */
  #goOn(world: World): void {
    this.#worlds.replace(goingOn(this.#kept(world)));
  }

  #kept(world: World): World {
    return this.#store?.keep(world) ?? world;
  }
}

function goingOn(world: World): World {
  resumeSessions(world);
  return world;
}
