/** Simulates workers on sessions: one process, one virtual clock, one seed. */
import { ManagedAgentsClient } from '@parlance/managed-agents';
import {
  createToolWorker,
  openToolCalls,
  WorkerError,
  type ToolCalls,
  type ToolWorker,
  type WorkerCall,
} from '@parlance/workers';
import { DRAIN_MS, type Verdict } from './history.ts';
import { checkpointOf, CUSTOM_TOOLS, TOOLS, toolsOf } from './tools.ts';
import { installVirtualTime } from './virtual-time.ts';
import { World, type Member } from './world.ts';

/** What a seed led to. */
export interface Outcome {
  readonly seed: number;
  /** Rules that were broken. */
  readonly violations: readonly string[];
  /** What happened, in order. */
  readonly lines: readonly string[];
}

/** Virtual time after which a simulation is stuck: before the leases of the work queue end, unless people are away. */
const LIMIT_MS = 250_000;

/** Runs the simulation of a seed. */
export async function simulate(seed: number): Promise<Outcome> {
  const restore = installVirtualTime();
  try {
    const simulation = new Simulation(seed);
    await simulation.run();
    return { seed, violations: simulation.world.history.violations, lines: simulation.world.history.lines };
  } finally {
    restore();
  }
}

class Simulation {
  readonly world: World;
  readonly #running: Set<Member> = new Set();
  /** Until when the decisions of the person apply, by call. */
  readonly #decided: Map<string, number> = new Map();
  /** Calls at the same time in a process. */
  readonly #concurrency: number;
  /** Until when the people who decide are away: in a few simulations, longer than the leases of the work queue. */
  readonly #awayMs: number;
  #environment = '';
  #isEnding = false;
  #open = 0;
  #failure: unknown;

  constructor(seed: number) {
    this.world = new World(seed);
    const { random } = this.world.time;
    this.#concurrency = random.pick([1, 2, 16, 16]);
    this.#awayMs = random.chance(0.02) ? 450_000 + random.below(300_000) : 0;
    this.world.arePeopleAway = this.#awayMs > 0;
  }

  async run(): Promise<void> {
    const { time, people, history } = this.world;
    let isPrepared = false;
    time.on(people, () => {
      this.#prepare().then(
        () => (isPrepared = true),
        (error: unknown) => (this.#failure = error),
      );
    });
    const isDone = (): boolean =>
      this.#failure !== undefined || (isPrepared && this.#open === 0 && !history.hasQuarantine);
    if (!(await time.run(isDone, LIMIT_MS + this.#awayMs))) history.violate(people, 'a session is stuck');
    if (this.#failure !== undefined) throw this.#failure;
    this.#isEnding = true;
    time.on(people, () => {
      for (const { stop } of this.#running) stop.abort();
    });
    const isOver = (): boolean => [...this.#running].every(({ host }) => host.state === 'dead');
    if (!(await time.run(isOver, time.now + 120_000))) history.violate(people, 'a worker does not stop');
    await time.on(people, () => this.#checkRows());
    await this.world.fake.close();
    time.end();
  }

  /** Creates sessions, and starts workers. */
  async #prepare(): Promise<void> {
    const { time } = this.world;
    const { random } = time;
    const client = this.#client(undefined);
    const environment = await client.environments.create({ name: 'own', config: { type: 'self_hosted' } });
    this.#environment = environment.id;
    const agent = await client.agents.create({
      model: 'm',
      name: 'Cashier',
      tools: [
        {
          type: 'agent_toolset_20260401' as const,
          default_config: { permission_policy: { type: 'always_ask' as const } },
        },
        ...CUSTOM_TOOLS.map((name) => ({
          type: 'custom' as const,
          name,
          description: 'd',
          input_schema: { type: 'object' as const },
        })),
      ],
    });
    void this.#decide().catch((error: unknown) => (this.#failure = error));
    const workers = 2 + random.below(2);
    for (let index = 0; index < workers; index += 1) this.#startWorker(`worker ${index}`, random.below(500));
    this.#open = 1 + random.below(3);
    for (let index = this.#open; index > 0; index -= 1)
      void this.#converse(client, agent.id).catch((error: unknown) => (this.#failure = error));
  }

  #client(member: Member | undefined): ManagedAgentsClient {
    const { fake, people } = this.world;
    const http = this.world.connect(member?.host ?? people, member);
    return new ManagedAgentsClient({ http, baseUrl: fake.url, apiKey: fake.keys.api });
  }

  /** Has a session take its turns. */
  async #converse(client: ManagedAgentsClient, agent: string): Promise<void> {
    const { time, people, history } = this.world;
    const { random } = time;
    const { id } = await client.sessions.create({ agent, environment_id: this.#environment });
    this.#watch(id);
    const turns = 1 + random.below(2);
    for (let turn = 0; turn < turns; turn += 1) {
      const calls = Array.from({ length: 1 + random.below(2) }, () => random.pick(TOOLS));
      const input = calls.map((tool) => `/tool ${tool} {}`).join('\n');
      history.begins(id);
      const { reason } = await client.sessions.run(id, { input });
      history.add(people, `${id} ${reason}`);
      history.leaves(id);
      await time.wait(people, random.below(random.pick([100, 1000])));
    }
    const names = new Map<string, string>();
    for await (const event of client.sessions.events.list(id)) {
      if (event.type === 'agent.custom_tool_use' || event.type === 'agent.tool_use')
        names.set(event.id, event.name);
      if (event.type !== 'user.custom_tool_result' && event.type !== 'user.tool_result') continue;
      const [block] = event.content ?? [];
      const use = event.type === 'user.tool_result' ? event.tool_use_id : event.custom_tool_use_id;
      history.received(
        people,
        { id: use, tool: names.get(use) ?? '' },
        block?.type === 'text' ? block.text : '',
      );
    }
    this.#open -= 1;
  }

  /** Notices that nobody works on a session. With few slots, its calls may wait for those of other sessions. */
  #watch(session: string): void {
    const { time, people, history } = this.world;
    if (this.#isEnding) return;
    if (this.#concurrency > 2 && time.now > this.#awayMs + 45_000) history.checkProgress(people, session);
    time.after(people, 1000, () => this.#watch(session));
  }

  /** A person who decides the calls that wait, and resumes sessions. */
  async #decide(): Promise<void> {
    const { time, people, history } = this.world;
    const store = await this.world.openStore(people);
    const calls = await openToolCalls(store);
    await time.wait(people, this.#awayMs);
    while (!this.#isEnding) {
      await time.wait(people, 500 + time.random.below(3000));
      for (const { sessionId } of await calls.quarantined()) {
        await calls.resume(sessionId);
        history.resumed(people, sessionId);
      }
      for (const call of await calls.waiting()) {
        // A worker that has just taken over the session lists a call that another one has started.
        await this.#decideCall(calls, call).catch((error: unknown) => {
          if (!WorkerError.is(error)) throw error;
        });
      }
    }
  }

  /** Decides a call. Some decisions are not valid for long, and some people change their minds. */
  async #decideCall(calls: ToolCalls, call: WorkerCall): Promise<void> {
    const { time, people } = this.world;
    if (time.now < (this.#decided.get(call.id) ?? 0)) return;
    const verdict = time.random.chance(0.7) ? 'approved' : 'denied';
    const validForMs = time.random.chance(0.3) ? 500 + time.random.below(3000) : undefined;
    await this.#record(calls, call, { verdict, validForMs });
    if (!time.random.chance(0.2)) return;
    await time.wait(people, time.random.below(time.random.pick([20, 1000])));
    await this.#record(calls, call, { verdict: verdict === 'approved' ? 'denied' : 'approved' });
  }

  async #record(
    calls: ToolCalls,
    { id, inputDigest, sessionId }: WorkerCall,
    {
      verdict,
      validForMs,
    }: { readonly verdict: Verdict['verdict']; readonly validForMs?: number | undefined },
  ): Promise<void> {
    const { time, people, history } = this.world;
    const decision = { by: 'lena', inputDigest, validForMs };
    await (verdict === 'approved' ? calls.approve(id, decision) : calls.deny(id, decision));
    const until = validForMs === undefined ? Infinity : time.now + validForMs + 1;
    this.#decided.set(id, until);
    history.served(sessionId);
    history.decided(people, id, { verdict, until });
  }

  /** Starts a process. When it ends, another one takes its place. */
  #startWorker(name: string, delayMs: number): void {
    const { time, people, history } = this.world;
    time.after(people, delayMs, () => {
      if (this.#isEnding) return;
      const member = this.world.start(name);
      this.#running.add(member);
      const ended = (why: string): void => {
        if (!this.#running.delete(member)) return;
        history.add(member.host, why);
        member.host.state = 'dead';
        for (const disconnect of member.disconnect) disconnect();
        this.#startWorker(name, 100 + time.random.below(2000));
      };
      time.on(member.host, () =>
        this.#serve(member).then(
          () => ended('ends'),
          (error: unknown) => ended(`fails: ${String(error)}`),
        ),
      );
      this.#supervise(member, ended);
    });
  }

  /** Notices that a process was killed. */
  #supervise(member: Member, ended: (why: string) => void): void {
    const { time, people } = this.world;
    time.after(people, 250, () => {
      if (member.host.state === 'dead') ended('is gone');
      else this.#supervise(member, ended);
    });
  }

  async #serve(member: Member): Promise<void> {
    const { history } = this.world;
    const store = await this.world.openStore(member.host, member);
    const worker: ToolWorker = createToolWorker({
      client: this.#client(member),
      store,
      environment: this.#environment,
      concurrency: this.#concurrency,
      prompts: 'store',
      onEvent: (event) => history.event(member.host, event),
    });
    for (const { tool, options } of toolsOf(this.world, member)) worker.tool(tool, options);
    await worker.serve({ signal: member.stop.signal, drainMs: DRAIN_MS });
  }

  /** Checks what is left in the store. */
  async #checkRows(): Promise<void> {
    const { database, history, people } = this.world;
    for (const { name, value } of database.read('select name, value from parlance_checkpoints'))
      if (String(name).startsWith(checkpointOf('')) && value !== '1')
        history.violate(people, 'book committed twice');
    history.checkRecords(people);
    history.checkSessions(people);
    const left = database.read('select session from worker_sessions where problem is not null');
    if (left.length > 0) history.violate(people, 'a session is in quarantine');
  }
}
