/** What happened in a simulation, and the rules that it must obey. */
import type { HttpRequest } from '@parlance/core-transport';
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

const LEDGER = `select key, owner, process, result, finished_at from parlance_ledger where ledger = 'tools'`;

/** The history of a simulation. Its lines are a function of the seed. */
export class History {
  readonly lines: string[] = [];
  readonly violations: string[] = [];
  readonly #time: VirtualTime;
  readonly #database: SimulatedDatabase;
  readonly #calls: Map<string, CallRecord> = new Map();
  /** The process that holds an entry, and its result once it is finished. */
  readonly #entries: Map<string, { holder: unknown; result: unknown }> = new Map();
  readonly #verdicts: Map<string, 'approved' | 'denied'> = new Map();
  /** Processes that held an entry. */
  readonly #holders: Map<string, Set<unknown>> = new Map();
  /** Refused results that were reported to the agent. */
  readonly #unrecorded: Set<string> = new Set();
  readonly #refused: Set<string> = new Set();
  readonly #broken: Set<unknown> = new Set();
  #isStoreBroken = false;

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
  disturbed(host: Host, how: Disturbance): void {
    this.add(host, how);
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
      if (call.tool === 'refund' && this.#verdicts.get(call.id) !== 'approved')
        this.violate(host, 'refund ran without an approval');
    }
  }

  /** Records the decision of a person. */
  decided(host: Host, call: string, verdict: 'approved' | 'denied'): void {
    this.add(host, `${verdict} ${call}`);
    this.#verdicts.set(call, verdict);
  }

  /** Checks the ledger after a statement of a process. */
  wrote(host: Host, table: string): void {
    if (table !== 'parlance_ledger') return;
    for (const { key, process: identity, result, finished_at: at } of this.#database.read(LEDGER)) {
      const entry = this.#entries.get(String(key));
      if (at === null) {
        const holder = pidOf(identity) ?? entry?.holder;
        this.#entries.set(String(key), { holder, result: undefined });
        this.#holders.set(String(key), (this.#holders.get(String(key)) ?? new Set()).add(holder));
        continue;
      }
      if (entry?.result === result) continue;
      if (entry?.result !== undefined) this.violate(host, 'a stored result was changed');
      else if (entry !== undefined && entry.holder !== host.pid)
        this.violate(host, 'a process without the lease stored a result');
      this.#entries.set(String(key), { holder: host.pid, result });
      this.add(host, `finishes ${String(key)}`);
    }
  }

  /** Checks results that are about to be sent: they were stored before. Returns the calls. */
  sends(host: Host, { path, body }: HttpRequest): string[] {
    this.add(host, `sends ${path.split('?')[0] ?? ''}`);
    if (typeof body !== 'string' || !body.includes('custom_tool_result')) return [];
    const { events } = JSON.parse(body) as { readonly events: readonly SentResult[] };
    for (const { custom_tool_use_id: id, content, is_error } of events) {
      const stored = this.#entries.get(id)?.result;
      const isReported = this.#refused.has(id) && is_error;
      if (!isReported && stored !== JSON.stringify({ content, is_error }))
        this.violate(host, 'a result was sent before it was stored');
    }
    return events.map((event) => event.custom_tool_use_id);
  }

  /** Whether there are results, and the service has not refused one of the same calls. */
  areNew(calls: readonly string[]): boolean {
    return calls.length > 0 && !calls.some((id) => this.#refused.has(id));
  }

  /** Records that the service refused results. */
  refused(host: Host, calls: readonly string[]): void {
    this.add(host, `refused ${calls.join(' ')}`);
    for (const id of calls) this.#refused.add(id);
  }

  /** Records that the store has a refused result. */
  recorded(call: string): void {
    this.#unrecorded.delete(call);
  }

  /** Checks that the store has all refused results that were reported to the agent. */
  checkRecords(host: Host): void {
    if (this.#unrecorded.size > 0) this.violate(host, 'a refused result was not recorded');
  }

  /** Checks what the agent received for a call. */
  received(host: Host, call: ToolRun, text: string): void {
    const { effects } = this.#call(call);
    const { tool, id } = call;
    this.add(host, `${tool} ${id} received ${text}`);
    if (effects > 1 && tool === 'send') this.violate(host, `${tool} took effect twice`);
    if (text.startsWith('done')) {
      if (effects === 0 && tool !== 'book') this.violate(host, `${tool} succeeded without an effect`);
    } else if (text.includes('rejected')) {
      this.#unrecorded.add(id);
      if (!this.#refused.has(id)) this.violate(host, 'a result was reported as refused that was not');
    } else if (text.includes('denied')) {
      if (this.#verdicts.get(id) !== 'denied') this.violate(host, 'a call was denied that was not');
    } else if (text.includes('interrupted') && (tool === 'send' || tool === 'refund')) {
      const isBroken =
        this.#isStoreBroken || [...(this.#holders.get(id) ?? [])].some((one) => this.#broken.has(one));
      if (!isBroken) this.violate(host, 'a call was interrupted for no reason');
    } else this.violate(host, `${tool} has an unexpected result: ${text}`);
  }

  #call({ id, tool }: ToolRun): CallRecord {
    const call = this.#calls.get(id) ?? {
      tool,
      runs: 0,
      effects: 0,
      allowed: 0,
    };
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
