/** The decisions of people about calls, and what workers could not do. */
import type { Store } from '@parlance/durable';
import { requireText } from '@parlance/core-transport/internal';
import { CallRows, ledgerKey, type CallRow } from './call-rows.js';
import { SessionRows } from './session-rows.js';
import { WorkerError } from './worker-error.js';

/** A call that waits for a decision, or whose result the service refused. */
export interface WorkerCall {
  /** Identifier of the tool use event. */
  readonly id: string;
  /** Identifier of the session. */
  readonly sessionId: string;
  /** Name of the tool. */
  readonly toolName: string;
  /** `call`: a tool of the worker; `prompt`: a tool of the service that asks for permission. */
  readonly kind: 'call' | 'prompt';
  /** Input of the call. Null for a refused result. */
  readonly input: unknown;
  /** SHA-256 of the input, in hexadecimal. A decision applies to this input only. */
  readonly inputDigest: string;
  /** Why the service refused the result; null for a call that waits. */
  readonly problem: string | null;
  /** Since when it waits, in milliseconds since 1970 by the database's clock. */
  readonly since: number;
}

/** A session that no worker serves, because the service refuses what they send. */
export interface QuarantinedSession {
  /** Identifier of the session. */
  readonly sessionId: string;
  /** What the service refused. */
  readonly problem: string;
  /** Since when, in milliseconds since 1970 by the database's clock. */
  readonly since: number;
}

/** A decision. */
export interface Decision {
  /** Who decides, as the program that records it knows. */
  readonly by: string;
  /** Digest of the input that the person has seen. If set and the call has another one, the decision is refused. */
  readonly inputDigest?: string | undefined;
  /** What the person was shown. Default: the name of the tool and its input. */
  readonly shown?: string | undefined;
  /** How long the decision applies, in whole milliseconds. Afterwards a call that has not started waits again. Default: forever. */
  readonly validForMs?: number | undefined;
  /** For the agent: why a call was denied. */
  readonly reason?: string | undefined;
}

/** Decides calls, in any order and on any machine with access to the store. */
export interface ToolCalls {
  /** Returns the calls that wait for a decision, oldest first. */
  waiting(): Promise<WorkerCall[]>;
  /**
   * Allows a call.
   *
   * @throws {WorkerError} When the call does not wait, was started, or has another input than `inputDigest`.
   */
  approve(callId: string, decision: Omit<Decision, 'reason'>): Promise<void>;
  /**
   * Denies a call. The agent receives an error result with the reason.
   *
   * @throws {WorkerError} When the call does not wait, was started, or has another input than `inputDigest`.
   */
  deny(callId: string, decision: Decision): Promise<void>;
  /**
   * Returns the calls whose result the service refused, oldest first. The agent received an error result in its place, unless a worker was killed
   * before it sent that, and another one sent the result again with success.
   */
  refused(): Promise<WorkerCall[]>;
  /**
   * Removes a refused result from the list.
   *
   * @throws {WorkerError} When there is none.
   */
  dismiss(callId: string): Promise<void>;
  /** Returns the sessions in quarantine, oldest first. */
  quarantined(): Promise<QuarantinedSession[]>;
  /**
   * Lets workers serve a session again. Calls that have a result do not run again.
   *
   * @throws {WorkerError} When it is not in quarantine.
   */
  resume(sessionId: string): Promise<void>;
}

/**
 * Opens the calls of workers, to decide those that wait for a person.
 *
 * @param store - The store of the workers.
 * @param options - `name`: name of the fleet, default `tools`.
 */
export async function openToolCalls(
  store: Store,
  { name = 'tools' }: { readonly name?: string | undefined } = {},
): Promise<ToolCalls> {
  return new StoredCalls(store, name, await CallRows.open(store, name));
}

class StoredCalls implements ToolCalls {
  readonly #store: Store;
  readonly #name: string;
  readonly #rows: CallRows;
  readonly #sessions: SessionRows;

  constructor(store: Store, name: string, rows: CallRows) {
    this.#store = store;
    this.#name = name;
    this.#rows = rows;
    this.#sessions = new SessionRows(store, name);
  }

  waiting(): Promise<WorkerCall[]> {
    return this.#list('waiting');
  }

  refused(): Promise<WorkerCall[]> {
    return this.#list('refused');
  }

  approve(callId: string, decision: Omit<Decision, 'reason'>): Promise<void> {
    return this.#decide(callId, 'approved', decision);
  }

  deny(callId: string, decision: Decision): Promise<void> {
    return this.#decide(callId, 'denied', decision);
  }

  async dismiss(callId: string): Promise<void> {
    if (!(await this.#rows.dismiss(callId)))
      throw new WorkerError('call_not_found', `The service refused no result of ${callId}.`);
  }

  async quarantined(): Promise<QuarantinedSession[]> {
    const rows = await this.#sessions.quarantined();
    return rows.map(({ session, problem, since }) => ({ sessionId: session, problem: problem ?? '', since }));
  }

  async resume(sessionId: string): Promise<void> {
    if (!(await this.#sessions.resume(sessionId)))
      throw new WorkerError('session_not_found', `${sessionId} is not in quarantine.`);
  }

  async #list(state: CallRow['state']): Promise<WorkerCall[]> {
    const ledger = this.#store.ledger(this.#name);
    const rows = await this.#rows.list(state);
    return Promise.all(
      rows.map(async (row) => ({
        id: row.call,
        sessionId: row.session,
        toolName: row.tool,
        kind: row.kind,
        input: JSON.parse(row.input) as unknown,
        inputDigest: (await ledger.get(ledgerKey(row)))?.inputDigest ?? '',
        problem: row.state === 'refused' ? row.reason : null,
        since: row.since,
      })),
    );
  }

  async #decide(callId: string, verdict: 'approved' | 'denied', decision: Decision): Promise<void> {
    const { by, inputDigest, shown, validForMs, reason } = decision;
    requireText('callId', callId);
    requireText('by', by);
    await this.#store.transaction(async (transaction) => {
      const rows = new CallRows(transaction, this.#name);
      const row = await rows.get(callId);
      if (row === undefined || row.state === 'refused')
        throw new WorkerError('call_not_found', `No call ${callId} waits for a decision.`);
      const ledger = transaction.ledger(this.#name);
      const key = ledgerKey(row);
      if (inputDigest !== undefined && inputDigest !== (await ledger.get(key))?.inputDigest)
        throw new WorkerError('input_differs', `The input of ${callId} is not the one that was decided.`);
      const input = JSON.parse(row.input) as unknown;
      const text = shown ?? `${row.tool} ${row.input}`;
      if (!(await ledger.decide(key, { verdict, by, input, shown: text, validForMs })))
        throw new WorkerError('call_decided', `${callId} was started before the decision.`);
      await rows.decide(callId, reason ?? null);
    });
  }
}
