/** The in-process emulator of a list of services. */
import type { User } from '@parlance/schemas';
import { createAdapter, type FakeAdapter } from '../adapters/adapter.js';
import { createFetch } from '../adapters/fetch.js';
import { listen, type ControlHandler, type ListenOptions, type Listening } from '../adapters/listen.js';
import { createControl } from '../control/control.js';
import { LoadedSchemas } from '../emulator/loaded-schemas.js';
import { steeringOf } from '../emulator/scenario-parts.js';
import { createServiceEngine } from '../emulator/service-engine.js';
import type { Service } from '../emulator/service.js';
import type { Engine } from '../engine/message.js';
import { createTranslation } from '../engine/naming.js';
import type { Fault } from '../faults/fault.js';
import type { RateLimits } from '../organization/rate-limits.js';
import type { Script } from '../model/script.js';
import { acceptInvite } from '../organization/invites.js';
import type { PlansState, Steering } from '../scenario/steering.js';
import { setTargets, type WebhookTargets } from '../webhooks/targets.js';
import { memoryWriter } from '../world/content.js';
import { toolCallsOf, type ToolCall } from '../tool-calls/tool-calls.js';
import { createJournal, type Journal, type JournalEntry } from '../world/journal.js';
import { worldMaker } from '../world/make-world.js';
import { createRandom, hashText } from '../world/random.js';
import { forkWorld, openSnapshot, readSnapshot, takeSnapshot, type Snapshot } from '../world/snapshot.js';
import type { WorldKeeper } from '../world/world-keeper.js';
import { checkWorldName } from '../world/world-name.js';
import type { World } from '../world/world.js';
import { createWorlds, type Worlds } from '../world/worlds.js';
import type { FakeOptions } from './fake-options.js';
import type { Fake, FakeKeys } from './fake.js';
import { readOptions } from './read-options.js';
import { readSavedRun, saveRun, type SavedRun } from './saved-run.js';
import type { Scenario } from './scenario.js';

/** Base URL without a server. The `.invalid` domain never resolves, so no request leaves the process by mistake. */
const NO_SERVER_URL = 'https://pass-fake-http-to-the-client.invalid';

/** An emulator of a list of services. */
export class InProcessFake implements Fake {
  readonly keys: FakeKeys;
  readonly fetch: typeof globalThis.fetch;
  readonly #services: readonly Service[];
  readonly #schemas: LoadedSchemas;
  readonly #steering: Steering;
  readonly #engine: Engine;
  readonly #make: (name: string) => World;
  readonly #scenario: Scenario;
  readonly #store: WorldKeeper | undefined;
  readonly #webhookTargets: WebhookTargets;
  readonly #worlds: Worlds;
  readonly #journal: Journal;
  readonly #name: string;
  #listening: Listening | undefined;

  /**
   * @param services - Services to emulate.
   * @param value - See {@link FakeOptions}.
   */
  constructor(services: readonly Service[], value: FakeOptions) {
    this.#services = services;
    this.#schemas = new LoadedSchemas(services);
    this.#steering = steeringOf(services);
    const options = readOptions(value, this.#steering);
    this.#name = options.world ?? 'default';
    const { faults, rateLimits: limits, randomSeed = 0, clock } = options;
    this.#scenario = {
      ...(faults !== undefined && { faults }),
      ...(limits !== undefined && { limits }),
      ...options.scenario,
    };
    this.#store = options.store;
    this.#webhookTargets = options.webhookTargets ?? 'loopback';
    this.#make = worldMaker({ randomSeed, clock, seed: (world) => this.#seed(world, options) });
    this.#worlds = createWorlds({ maxIdle: options.maxIdleWorlds ?? 1000, make: (name) => this.#open(name) });
    this.#journal = createJournal(options.journalSize ?? 10_000, options.onRequest);
    this.#engine = createServiceEngine(services, this.#schemas, {
      worlds: this.#worlds,
      journal: this.#journal,
      requestId: keylessRequestIds(randomSeed),
      strictBetas: options.betas !== 'lenient',
      checkResponses: options.checkResponses ?? false,
      omitsNulls: options.nulls === 'omitted',
      afterRequest: (arrival, world) => this.#steering.applyDueChanges(world, arrival),
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
    const server = await listen(this.#engine, options, this.#control(options.controlToken));
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

  toolCalls(world?: string): readonly ToolCall[] {
    return toolCallsOf(this.world(world));
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
    const world = this.world(from);
    const copy = forkWorld(world, to);
    this.#steering.restore(copy, this.#steering.state(world));
    this.#replace(copy);
  }

  applyScenario(scenario: Scenario, world?: string): void {
    this.#steering.apply(this.world(world), this.#steering.read(scenario));
  }

  scenarioProblems(world?: string): readonly string[] {
    return this.#steering.problems(this.world(world));
  }

  setFaults(faults: readonly Fault[], world?: string): void {
    this.#applyPart('faults', faults, world);
  }

  setRateLimits(limits: RateLimits, world?: string): void {
    this.#applyPart('limits', limits, world);
  }

  setScripts(replies: readonly Script[], world?: string): void {
    this.#applyPart('replies', replies, world);
  }

  acceptInvite(inviteId: string, world?: string): User {
    return acceptInvite(this.world(world), inviteId);
  }

  snapshot(world?: string): Snapshot {
    return takeSnapshot(this.world(world));
  }

  /** Loads the schemas of all services, which `restore` and `openRun` require. */
  load(): Promise<void> {
    return this.#schemas.loadAll();
  }

  restore(snapshot: unknown, world?: string): void {
    this.#replace(openSnapshot(readSnapshot(snapshot, this.#schemas.records()), world));
  }

  saveRun(world: string = this.#name): SavedRun {
    return saveRun(this.world(world), this.#steering, this.journal(world));
  }

  openRun(run: unknown, world: string = this.#name): void {
    const saved = readSavedRun(run, this.#steering, this.#schemas.records());
    const opened = openSnapshot(saved.snapshot, world);
    this.#steering.restore(opened, saved as unknown as PlansState);
    this.#replace(opened);
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

  #control(token: string | undefined): ControlHandler {
    return createControl(this, { token, problem: () => this.#store?.problem });
  }

  #applyPart(name: keyof Scenario, value: unknown, world: string | undefined): void {
    // Null instead of undefined, so that a missing value is rejected.
    this.#steering.apply(this.world(world), this.#steering.read({ [name]: value ?? null }));
  }

  #seed(world: World, { seed, demo = {} }: FakeOptions): void {
    if (seed === 'demo') for (const { seedDemo } of this.#services) seedDemo?.(world, { ...demo });
  }

  /** Opens a stored world, or creates it in its initial state. */
  #open(name: string): World {
    const stored = this.#store?.open(name);
    if (stored === undefined) return this.#initial(name);
    this.#steering.apply(stored, this.#scenario, 'not-stored');
    return this.#resumed(stored);
  }

  #replace(world: World): void {
    this.#worlds.replace(this.#resumed(this.#persisted(world)));
  }

  /** Creates a world in its initial state. */
  #initial(name: string): World {
    const world = this.#persisted(this.#make(name));
    setTargets(world, this.#webhookTargets);
    this.#steering.apply(world, this.#scenario);
    return world;
  }

  #persisted(world: World): World {
    return this.#store?.keep(world) ?? world;
  }

  /** Resumes what was pending when the world was saved or copied. */
  #resumed(world: World): World {
    setTargets(world, this.#webhookTargets);
    for (const { resume } of this.#services) resume?.(world);
    return world;
  }
}

/** Ids of requests whose key names no world. */
function keylessRequestIds(randomSeed: number): () => string {
  const random = createRandom(hashText(`${randomSeed}:requests`));
  return () => `req_${random.token(24)}`;
}
