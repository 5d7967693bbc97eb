/** What happened in a simulation, and the rules that it must obey. */
import type { HttpRequest } from '@parlance/core-transport';
import type { WorkerEvent } from '@parlance/workers';
import type { SimulatedDatabase } from '../../../../packages/durable/src/testing/simulated-store.ts';
import type { Disturbance } from './world.ts';
import type { Host, VirtualTime } from './virtual-time.ts';

/** What is known about a call. */
interface CallRecord {
  readonly tool: string;
  runs: number;
  effects: number;
  /** Runs that were allowed again: looked up and absent, or ended without an effect. */
  allowed: number;
}

interface SentResult {
  readonly custom_tool_use_id: string;
  readonly content: unknown;
  readonly is_error: boolean;
}

/** A result in a request, or the report that the service refused it. */
export interface SentCall {
  readonly id: string;
  readonly isReport: boolean;
}

/** The decision of a person. */
export interface Verdict {
  readonly verdict: 'approved' | 'denied';
  /** Virtual time until which it applies. */
  readonly until: number;
}

/** An entry of the ledger. */
interface Entry {
  /** The process that holds or held it. */
  readonly holder: unknown;
  readonly token: unknown;
  readonly claimedAt: number;
  readonly expiresAt: number;
  /** Undefined until it is finished. */
  readonly result: unknown;
}

const LEDGER = `select key, token, process, result, expires_at, finished_at from parlance_ledger where ledger = 'tools'`;
const REFUSED = "select call from worker_calls where state = 'refused'";
const QUARANTINED = 'select session from worker_sessions where problem is not null';
const SERVED = 'select session from worker_sessions where problem is null';
const WAITING = "select call, kind from worker_calls where state = 'waiting'";
/** How long nobody may work on a session that has something to do, when nothing is disturbed: longer than the delay between two attempts. */
const PATIENCE_MS = 45_000;
/** How long after a disturbance a session may still change hands. */
const CALM_MS = 60_000;
/** How often sessions may change hands for each disturbance. */
const MAX_STARTS = 12;
/** How long running calls may take when a worker is stopped. */
export const DRAIN_MS = 5000;

/** The history of a simulation. Its lines are a function of the seed. */
export class History {
  readonly lines: string[] = [];
  readonly violations: string[] = [];
  readonly #time: VirtualTime;
  readonly #database: SimulatedDatabase;
  readonly #calls: Map<string, CallRecord> = new Map();
  readonly #entries: Map<string, Entry> = new Map();
  readonly #verdicts: Map<string, Verdict> = new Map();
  /** Processes that held an entry. */
  readonly #holders: Map<string, Set<unknown>> = new Map();
  /** Refused results that were reported to the agent. */
  readonly #unrecorded: Set<string> = new Set();
  readonly #refused: Set<string> = new Set();
  /** Refused results that the store has had. */
  readonly #recorded: Set<string> = new Set();
  readonly #broken: Set<unknown> = new Set();
  readonly #failedLookUps: Set<string> = new Set();
  readonly #waiting: Set<string> = new Set();
  /** When a worker last began to wait for a person, by call. */
  readonly #asked: Map<string, number> = new Map();
  /** Who serves a session, since its turn has begun. */
  readonly #owners: Map<string, Host> = new Map();
  /** When somebody last worked on a session that has something to do. */
  readonly #served: Map<string, number> = new Map();
  /** Sessions for which the service refused a result and its report. */
  readonly #poisoned: Set<string> = new Set();
  readonly #quarantined: Set<string> = new Set();
  /** Sessions whose quarantine a person has found and ended, maybe before its worker has reported it. */
  readonly #resumed: Set<string> = new Set();
  #isStoreBroken = false;
  #disturbances = 0;
  /** Whether processes were only asked to stop. */
  #isCalm = true;
  #disturbedUntil = 0;
  /** When processes were asked to stop. */
  readonly #stopped: Map<Host, number> = new Map();
  #starts = 0;

  constructor(time: VirtualTime, database: SimulatedDatabase) {
    this.#time = time;
    this.#database = database;
  }

  /** Adds a line. */
  add(host: Host, text: string): void {
    this.lines.push(`${this.#time.now.toFixed(3)} ${host.name}: ${text}`);
  }

  /** Records that a rule was broken. */
  violate(host: Host, text: string): void {
    this.add(host, `VIOLATION ${text}`);
    this.violations.push(text);
  }

  /** Records a disturbance. */
  disturbed(host: Host, how: Disturbance, until: number): void {
    this.add(host, how);
    this.#disturbances += 1;
    if (how === 'stop') this.#stopped.set(host, this.#time.now);
    else this.#isCalm = false;
    this.#disturbedUntil = Math.max(this.#disturbedUntil, until);
    if (how === 'kill' || how === 'pause') this.#broken.add(host.pid);
    if (how.includes('store') || how === 'lost statement') this.#isStoreBroken = true;
  }

  /** Records what a tool does. */
  tool(host: Host, what: 'runs' | 'takes effect' | 'is absent' | 'ends without effect', call: ToolRun): void {
    const record = this.#call(call);
    this.add(host, `${call.tool} ${call.id} ${what}`);
    if (what === 'takes effect') record.effects += 1;
    else if (what !== 'runs') record.allowed += 1;
    else {
      record.runs += 1;
      if (call.tool !== 'look' && record.runs > 1 + record.allowed)
        this.violate(host, `${call.tool} ran twice`);
      if (call.tool === 'refund' || call.tool === 'bash') this.#checkApproval(host, call);
    }
  }

  #checkApproval(host: Host, { tool, id }: ToolRun): void {
    const { verdict, until = 0 } = this.#verdicts.get(id) ?? {};
    if (verdict !== 'approved') this.violate(host, `${tool} ran without an approval`);
    const entry = this.#entries.get(tool === 'bash' ? `prompt/${id}` : id);
    if ((entry?.claimedAt ?? Infinity) > until)
      this.violate(host, `${tool} ran after its approval had expired`);
  }

  /** Records that a tool was aborted: when its worker was stopped, not before the time for running calls is over. */
  aborted(host: Host, id: string): void {
    const entry = this.#entries.get(id);
    const { holder, expiresAt = 0 } = entry ?? {};
    if (holder !== host.pid || expiresAt <= this.#time.wallMs) return;
    const stopped = this.#stopped.get(host) ?? -Infinity;
    if (this.#isCalm && this.#time.now - stopped < DRAIN_MS)
      this.violate(host, 'a call was aborted by a stop');
  }

  /** Records that nobody could find out what became of a call. */
  lookUpFailed(call: string): void {
    this.#failedLookUps.add(call);
  }

  /** Records the decision of a person. */
  decided(host: Host, call: string, decision: Verdict): void {
    this.add(host, `${decision.verdict} ${call}`);
    this.#verdicts.set(call, decision);
  }

  /** Records an event of a worker. */
  event(host: Host, event: WorkerEvent): void {
    this.add(host, `${event.type} ${String(event.sessionId)}`);
    if (event.type === 'session_started') this.#checkOwner(host, event.sessionId);
    if (event.type === 'session_left') this.#owners.delete(event.sessionId);
    if (event.type === 'call_waiting') this.#asked.set(event.callId, this.#time.now);
    if (event.type !== 'session_quarantined') return;
    this.#quarantined.add(event.sessionId);
    // Its row is gone when another worker has ended its turn.
    const isServed = this.#database.read(SERVED).some(({ session }) => session === event.sessionId);
    if (isServed && !this.#resumed.has(event.sessionId)) this.violate(host, 'a quarantine was not recorded');
    if (!this.#poisoned.has(event.sessionId)) this.violate(host, `quarantine: ${event.problem}`);
  }

  /** Checks that a worker does not take a session from another one without a reason. */
  #checkOwner(host: Host, session: string): void {
    const owner = this.#owners.get(session) ?? host;
    const isCalm = this.#time.now - this.#disturbedUntil > CALM_MS;
    // The quarantine has stopped the item of a session, so the service queues it again when it continues.
    if (owner !== host && owner.state === 'running' && isCalm && !this.#resumed.has(session))
      this.violate(host, 'a session was taken from a worker that serves it');
    this.#owners.set(session, host);
    this.#starts += 1;
  }

  /** Records that a turn begins, for which the service may choose another worker. */
  begins(session: string): void {
    this.#owners.delete(session);
    this.served(session);
  }

  /** Records that the service refused a result and its report. */
  poisoned(path: string): void {
    this.#poisoned.add(sessionOf(path));
  }

  /** Records that a person has ended the quarantine of a session. */
  resumed(host: Host, session: string): void {
    this.add(host, `resumes ${session}`);
    // Also when the worker did not report the quarantine.
    if (!this.#poisoned.has(session)) this.violate(host, 'a session was quarantined without a reason');
    this.#resumed.add(session);
    this.served(session);
  }

  /** Records that somebody works on a session. */
  served(session: string): void {
    this.#served.set(session, this.#time.now);
  }

  /** Records that a session has nothing to do. */
  leaves(session: string): void {
    this.#served.delete(session);
  }

  /** Checks that somebody works on a session. */
  checkProgress(host: Host, session: string): void {
    const since = Math.max(this.#served.get(session) ?? Infinity, this.#disturbedUntil);
    if (this.#time.now - since < PATIENCE_MS) return;
    this.violate(host, 'nobody works on a session');
    this.leaves(session);
  }

  /** Whether a session is in quarantine. */
  get hasQuarantine(): boolean {
    return this.#database.read(QUARANTINED).length > 0 || this.#hasLostQuarantine();
  }

  /** Whether no person has found a session that was quarantined. One whose turn another worker has ended needs nobody. */
  #hasLostQuarantine(): boolean {
    return [...this.#quarantined].some((session) => !this.#resumed.has(session) && this.#served.has(session));
  }

  /** Checks that no quarantine was lost, and how often sessions have changed hands. */
  checkSessions(host: Host): void {
    if (this.#hasLostQuarantine()) this.violate(host, 'a quarantine was lost');
    this.add(host, `${this.#starts} starts, ${this.#disturbances} disturbances`);
    if (this.#starts > MAX_STARTS * (1 + this.#disturbances))
      this.violate(host, 'sessions change hands again and again');
  }

  /** Checks the ledger after a statement of a process. */
  wrote(host: Host, table: string): void {
    if (table === 'worker_calls') {
      this.#checkWaiting(host);
      for (const call of this.#refusedRows()) this.#recorded.add(call);
    }
    if (table !== 'parlance_ledger') return;
    for (const row of this.#database.read(LEDGER)) {
      const { key, token, process: identity, result, finished_at: at } = row;
      const entry = this.#entries.get(String(key));
      const isNew = entry === undefined || entry.token !== token;
      const claimedAt = isNew ? this.#time.now : entry.claimedAt;
      const expiresAt = Number(row['expires_at']);
      if (at === null) {
        const holder = pidOf(identity) ?? entry?.holder;
        this.#entries.set(String(key), { holder, token, claimedAt, expiresAt, result: undefined });
        this.#holders.set(String(key), (this.#holders.get(String(key)) ?? new Set()).add(holder));
        continue;
      }
      if (entry?.result === result) continue;
      if (entry?.result !== undefined) this.violate(host, 'a stored result was changed');
      else if (entry !== undefined && entry.holder !== host.pid)
        this.violate(host, 'a process without the lease stored a result');
      this.#entries.set(String(key), { holder: host.pid, token, claimedAt, expiresAt, result });
      this.add(host, `finishes ${String(key)}`);
    }
  }

  /** Checks that a process does not hold a call that it has just recorded as waiting for a person. */
  #checkWaiting(host: Host): void {
    for (const { call, kind } of this.#database.read(WAITING)) {
      const key = kind === 'prompt' ? `prompt/${String(call)}` : String(call);
      if (this.#waiting.has(key)) continue;
      this.#waiting.add(key);
      const { holder, claimedAt = 0, expiresAt = 0 } = this.#entries.get(key) ?? {};
      // A statement of a run that has failed can come after a claim of the next one.
      const isEarlier = claimedAt <= (this.#asked.get(String(call)) ?? 0);
      if (isEarlier && holder === host.pid && expiresAt > this.#time.wallMs)
        this.violate(host, 'a call that waits for a person is held');
    }
  }

  /** Checks results that are about to be sent: they were stored before. Returns the calls. */
  sends(host: Host, { path, body }: HttpRequest): SentCall[] {
    this.add(host, `sends ${path.split('?')[0] ?? ''}`);
    if (this.#served.has(sessionOf(path))) this.served(sessionOf(path));
    if (typeof body !== 'string' || !body.includes('custom_tool_result')) return [];
    const { events } = JSON.parse(body) as { readonly events: readonly SentResult[] };
    return events.map(({ custom_tool_use_id: id, content, is_error }) => {
      const isStored = this.#entries.get(id)?.result === JSON.stringify({ content, is_error });
      const isReport = this.#refused.has(id) && is_error && !isStored;
      if (!isReport && !isStored) this.violate(host, 'a result was sent before it was stored');
      return { id, isReport };
    });
  }

  /** Whether there are results, and the service has not refused one of the same calls. */
  areNew(calls: readonly SentCall[]): boolean {
    return calls.length > 0 && !calls.some(({ id }) => this.#refused.has(id));
  }

  /** Records that the service refused results. */
  refused(host: Host, calls: readonly string[]): void {
    this.add(host, `refused ${calls.join(' ')}`);
    for (const id of calls) this.#refused.add(id);
  }

  /** Checks that the store has all refused results that were reported to the agent, or that it has had before. */
  checkRecords(host: Host): void {
    const kept = new Set(this.#refusedRows());
    if ([...this.#unrecorded].some((id) => !kept.has(id)))
      this.violate(host, 'a refused result was not recorded');
    if ([...this.#recorded].some((id) => !kept.has(id))) this.violate(host, 'a refused result was forgotten');
  }

  #refusedRows(): string[] {
    return this.#database.read(REFUSED).map(({ call }) => String(call));
  }

  /** Checks what the agent received for a call. */
  received(host: Host, call: ToolRun, text: string): void {
    const { effects } = this.#call(call);
    const { tool, id } = call;
    this.add(host, `${tool} ${id} received ${text}`);
    if (effects > 1 && tool === 'send') this.violate(host, `${tool} took effect twice`);
    const { verdict } = this.#verdicts.get(id) ?? {};
    if (text.startsWith('done')) {
      if (verdict === 'denied') this.violate(host, `${tool} took effect although it was denied`);
      if (effects === 0 && tool !== 'book') this.violate(host, `${tool} succeeded without an effect`);
    } else if (text.includes('rejected')) {
      this.#unrecorded.add(id);
      if (!this.#refused.has(id)) this.violate(host, 'a result was reported as refused that was not');
    } else if (text.includes('denied')) {
      if (verdict !== 'denied') this.violate(host, 'a call was denied that was not');
    } else if (text.includes('interrupted') && this.#failedLookUps.has(id)) {
      // Nobody knows what became of it.
    } else if (text.includes('interrupted') && ['send', 'refund', 'bash'].includes(tool)) {
      const isBroken =
        this.#isStoreBroken || [...(this.#holders.get(id) ?? [])].some((one) => this.#broken.has(one));
      if (!isBroken) this.violate(host, 'a call was interrupted for no reason');
    } else this.violate(host, `${tool} has an unexpected result: ${text}`);
  }

  #call({ id, tool }: ToolRun): CallRecord {
    const call = this.#calls.get(id) ?? { tool, runs: 0, effects: 0, allowed: 0 };
    this.#calls.set(id, call);
    return call;
  }
}

/** Identifies a call. */
export interface ToolRun {
  readonly id: string;
  readonly tool: string;
}

function pidOf(identity: unknown): number | undefined {
  return typeof identity === 'string' ? (JSON.parse(identity) as { readonly pid: number }).pid : undefined;
}

function sessionOf(path: string): string {
  return /\/sessions\/([^/?]+)/.exec(path)?.[1] ?? '';
}
