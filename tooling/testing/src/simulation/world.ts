/** What simulated workers share: time, the service, the database, the disturbances, and the history. */
import type { HttpAdapter, HttpRequest, HttpResponse } from '@parlance/core-transport';
import type { Store } from '@parlance/durable';
import { createFake, type Fake } from '@parlance/testing-fakes';
import {
  lostConnection,
  openSimulatedStore,
  SimulatedDatabase,
} from '../../../../packages/durable/src/testing/simulated-store.ts';
import { History, type SentCall } from './history.ts';
import { VirtualTime, type Host } from './virtual-time.ts';

/** Ways to disturb a process or its connections, at one of its steps. */
export const DISTURBANCES = [
  'kill',
  'stop',
  'pause',
  'pause',
  'wrong clock',
  'handover',
  'store away',
  'slow store',
  'lost statement',
  'lost request',
  'lost response',
  'late stop',
  'cut stream',
  'refused result',
  'refused report',
] as const;

/** A way to disturb. */
export type Disturbance = (typeof DISTURBANCES)[number];

/** A simulated worker process. */
export interface Member {
  readonly host: Host;
  readonly stop: AbortController;
  /** Called when the process is killed or paused. */
  readonly disconnect: (() => void)[];
}

const LEAVING = { code: 'ECONNRESET', sent: true };

/** One simulation. */
export class World {
  readonly time: VirtualTime;
  readonly history: History;
  readonly fake: Fake;
  readonly database: SimulatedDatabase = new SimulatedDatabase();
  readonly service: Host;
  /** The users and the person who approves: never disturbed. */
  readonly people: Host;
  /** Calls that took effect, as the services that the tools call know. */
  readonly effects: Set<string> = new Set();
  /** Whether people are away for long: then answers to heartbeats are lost, and stops are sent late, which has effects later. */
  arePeopleAway = false;
  /** Disturbances that are left. */
  #left: number;
  #awayUntil = 0;
  #slowUntil = 0;
  /** Calls whose refusal is refused as well when it is reported to the agent. */
  readonly #poisoned: Set<string> = new Set();
  /** What happens to the next request of a kind, by host. */
  readonly #armed: Map<Host, Disturbance> = new Map();

  constructor(seed: number) {
    this.time = new VirtualTime(seed);
    this.history = new History(this.time, this.database);
    this.service = this.time.host('service');
    this.people = this.time.host('people');
    this.fake = this.time.on(this.service, () =>
      createFake({ randomSeed: seed, clock: { mode: 'running' } }),
    );
    this.#left = this.time.random.below(10);
  }

  /** Starts a process. */
  start(name: string): Member {
    return { host: this.time.host(name), stop: new AbortController(), disconnect: [] };
  }

  /** Opens the store of a process. */
  async openStore(host: Host, member?: Member): Promise<Store> {
    const { store, disconnect } = await openSimulatedStore(this.database, {
      pid: host.pid,
      now: () => this.time.wallMs,
      wait: (ms) => this.time.wait(host, ms),
      isRunning: () => host.state === 'running',
      step: (phase) => (member === undefined ? Promise.resolve() : this.#storeStep(member, phase)),
      onWrite: (table) => this.history.wrote(host, table),
    });
    member?.disconnect.push(disconnect);
    return store;
  }

  /** A step of a process that takes a moment: it may be disturbed here. */
  async step(member: Member, longestMs: number): Promise<void> {
    this.#disturb(member);
    await this.time.wait(member.host, this.time.random.next() * longestMs);
  }

  async #storeStep(member: Member, phase: 'request' | 'response'): Promise<void> {
    const { host } = member;
    await this.step(member, this.time.now < this.#slowUntil ? 3000 : 4);
    const isLost = this.#takes(host, 'lost statement');
    if (isLost || this.time.now < this.#awayUntil) {
      this.history.add(host, `store ${phase} lost`);
      throw lostConnection();
    }
  }

  /** Maybe disturbs a process, or what it uses. */
  #disturb(member: Member): void {
    const { random } = this.time;
    if (this.#left === 0 || !random.chance(0.02)) return;
    this.#left -= 1;
    this.apply(random.pick(DISTURBANCES), member);
  }

  /** Disturbs a process, or what it uses. */
  apply(how: Disturbance, member: Member): void {
    const { host } = member;
    const { random, now } = this.time;
    const ends = now + 200 + random.below(12_000);
    this.history.disturbed(host, how, ends);
    if (how === 'kill') this.#kill(member);
    else if (how === 'stop') member.stop.abort();
    else if (how === 'pause') this.#pause(member);
    else if (how === 'wrong clock') host.clockErrorMs = random.pick([-300_000, 300_000]);
    else if (how === 'handover')
      this.database.execute('update worker_sessions set member = null where problem is null', [], now);
    else if (how === 'store away') this.#awayUntil = ends;
    else if (how === 'slow store') this.#slowUntil = ends;
    else this.#armed.set(host, how);
  }

  #kill({ host, disconnect }: Member): void {
    host.state = 'dead';
    for (const end of disconnect) end();
  }

  #pause(member: Member): void {
    const { host } = member;
    const ms = 5000 + this.time.random.below(9000);
    host.state = 'paused';
    for (const end of member.disconnect) end();
    this.time.after(this.service, ms, () => this.time.resume(host));
  }

  #takes(host: Host, how: Disturbance): boolean {
    return this.#armed.get(host) === how && this.#armed.delete(host);
  }

  /** The connection of a process to the service. */
  connect(host: Host, member?: Member): HttpAdapter {
    const adapter = this.fake.http();
    const service = <Result>(run: () => Result): Result => this.time.on(this.service, run);
    return {
      close: () => Promise.resolve(),
      send: async (request) => {
        if (member === undefined) return service(() => adapter.send(inService(request, service)));
        const results = this.history.sends(host, request);
        if (this.#isLate(host, request)) this.apply('pause', member);
        await this.step(member, 40);
        if (this.#takes(host, 'lost request')) throw Object.assign(new Error('lost'), LEAVING);
        if (this.#refuses(member, request, results)) return refusal();
        const response = await service(() => adapter.send(inService(request, service)));
        await this.step(member, 40);
        const isLost = this.#losesResponse(host, request);
        if (isLost) service(() => response.body.cancel());
        if (isLost) throw Object.assign(new Error('lost'), LEAVING);
        return { ...response, body: this.#body(member, response.body, service) };
      },
    };
  }

  #isLate(host: Host, { path }: HttpRequest): boolean {
    if (!path.endsWith('/stop')) return false;
    return this.#takes(host, 'late stop') || (this.arePeopleAway && this.time.random.chance(0.3));
  }

  /** Returns whether the response to a request is lost, which the service has carried out. */
  #losesResponse(host: Host, { path }: HttpRequest): boolean {
    if (this.#takes(host, 'lost response')) return true;
    return this.arePeopleAway && path.includes('/heartbeat') && this.time.random.chance(0.5);
  }

  /** Returns whether the service refuses the results of a request. Refusing the report of that too puts the session into quarantine. */
  #refuses({ host }: Member, { path }: HttpRequest, results: readonly SentCall[]): boolean {
    const { history } = this;
    if (results.some(({ id, isReport }) => isReport && this.#poisoned.delete(id))) {
      history.poisoned(path);
      return true;
    }
    if (!history.areNew(results)) return false;
    const isPoison = this.#takes(host, 'refused report');
    if (!isPoison && !this.#takes(host, 'refused result')) return false;
    const calls = results.map(({ id }) => id);
    history.refused(host, calls);
    if (isPoison) for (const id of calls) this.#poisoned.add(id);
    return true;
  }

  /** Delivers a body in steps. */
  #body({ host, disconnect }: Member, body: HttpResponse['body'], service: InService): HttpResponse['body'] {
    let at = 0;
    let isCut = false;
    const later = (run: () => void): void => {
      at = Math.max(at, this.time.now + this.time.random.next() * 20);
      this.time.after(host, at - this.time.now, run);
    };
    disconnect.push(() => {
      if (host.state === 'dead') service(() => body.cancel());
    });
    return {
      pause: () => service(() => body.pause()),
      resume: () => service(() => body.resume()),
      cancel: () => {
        isCut = true;
        service(() => body.cancel());
      },
      read: (sink) =>
        service(() =>
          body.read({
            data: (chunk) => {
              if (isCut) return;
              isCut = this.#takes(host, 'cut stream');
              if (isCut) body.cancel();
              if (isCut) later(() => sink.fail(Object.assign(new Error('cut'), LEAVING)));
              else later(() => sink.data(chunk));
            },
            end: () => isCut || later(() => sink.end()),
            fail: (error) => isCut || later(() => sink.fail(error)),
          }),
        ),
    };
  }
}

type InService = <Result>(run: () => Result) => Result;

/** What the service does when a request is cancelled happens in the service. */
function inService(request: HttpRequest, service: InService): HttpRequest {
  const { cancellation } = request;
  return {
    ...request,
    cancellation: {
      get cancelled() {
        return cancellation.cancelled;
      },
      get reason() {
        return cancellation.reason;
      },
      get signal() {
        return cancellation.signal;
      },
      listen: (listener) => cancellation.listen((reason) => service(() => listener(reason))),
    },
  };
}

/** The response of a service that does not accept a result. */
function refusal(): HttpResponse {
  const error = { type: 'invalid_request_error', message: 'refused' };
  const bytes = new TextEncoder().encode(JSON.stringify({ type: 'error', error }));
  return {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: {
      pause: () => undefined,
      resume: () => undefined,
      cancel: () => undefined,
      read: (sink) => {
        sink.data(bytes);
        sink.end();
      },
    },
  };
}
