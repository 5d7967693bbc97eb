import type { Store } from '@parlance/durable';
import type { RetentionResult } from './apply-options.js';
import { readRetentionJournal, type JournalEntry } from './journal.js';
import type { PlanSummary } from './plan-file.js';

/** What became of one plan. */
export interface PlanReport extends RetentionResult {
  /** Digest of the plan. */
  readonly plan: string;
  /** Names of the people whose signatures counted. */
  readonly approved_by: readonly string[];
  /** Number of chats in the plan. */
  readonly to_delete: number;
  /** What the rules decided, by name of the rule. Empty for plans that an earlier release has started. */
  readonly by_rule: PlanSummary['by_rule'];
  /** What the holds kept, by id of the hold. Empty for plans that an earlier release has started. */
  readonly by_hold: PlanSummary['by_hold'];
  /** Time of the first start (RFC 3339). */
  readonly started_at: string;
  /** Time at which all chats had an outcome; null if the plan is not finished. */
  readonly finished_at: string | null;
  /** Why the last run stopped early; null if it did not. */
  readonly stopped: string | null;
  /** Deletions that the service refused. */
  readonly refused: number;
  /** Deletions that were recorded before they were sent and have no outcome yet. Resume the plan to resolve them. */
  readonly open: readonly string[];
  /** Chats with the outcome `deleted` whose deletion is also in the audit log of the service: at most `deleted`. */
  readonly confirmed: number;
  /** Chats with the outcome `deleted` that the audit log does not have (yet); the first 100. */
  readonly unconfirmed: readonly string[];
}

/** The result of {@link retentionReport}. */
export interface RetentionReport {
  /** Number of entries of the journal. */
  readonly entries: number;
  /**
   * Digest of the last entry. Keep it somewhere else, for example in a ticket: a journal that does not contain it any more was
   * replaced.
   */
  readonly head: string | null;
  /** The plans, in the order of their start. */
  readonly plans: readonly PlanReport[];
}

/** Options for {@link retentionReport}. */
export interface RetentionReportOptions {
  /** The store with the journal. */
  readonly store: Store;
  /** Digest of the plan to report. Default: all. */
  readonly plan?: string | undefined;
}

const LISTED = 100;

/**
 * Reports what became of retention plans, from the journal, whose chain is checked.
 *
 * @param options - Store and plan.
 * @returns The report.
 * @throws {RetentionError} With code `journal_damaged` when the journal was changed.
 */
export async function retentionReport(options: RetentionReportOptions): Promise<RetentionReport> {
  const plans = new Map<string, PlanTracker>();
  let last: JournalEntry | undefined;
  for await (const entry of readRetentionJournal(options.store)) {
    last = entry;
    if (entry.plan === null) continue;
    if (options.plan !== undefined && entry.plan !== options.plan) continue;
    const tracker = plans.get(entry.plan) ?? new PlanTracker();
    plans.set(entry.plan, tracker);
    tracker.add(entry);
  }
  return {
    entries: last?.sequence ?? 0,
    head: last?.digest ?? null,
    plans: [...plans].map(([plan, tracker]) => tracker.report(plan)),
  };
}

type Started = Extract<JournalEntry, { type: 'started' }>;

/** Follows the entries of one plan. Keeps the ids of its chats, not their entries. */
class PlanTracker {
  #first: Started | undefined;
  readonly #approvedBy: Set<string> = new Set();
  readonly #open: Set<string> = new Set();
  readonly #unconfirmed: Set<string> = new Set();
  readonly #counts = { deleted: 0, was_gone: 0, unknown: 0, changed: 0 };
  #finishedAt: string | null = null;
  #stopped: string | null = null;
  #refused = 0;
  #confirmed = 0;

  add(entry: JournalEntry): void {
    switch (entry.type) {
      case 'started':
        this.#first ??= entry;
        this.#stopped = null;
        for (const { by } of entry.approved_by) this.#approvedBy.add(by);
        return;
      case 'intent':
        this.#open.add(entry.chat);
        return;
      case 'outcome':
        this.#open.delete(entry.chat);
        this.#counts[entry.outcome] += 1;
        if (entry.outcome === 'deleted') this.#unconfirmed.add(entry.chat);
        return;
      case 'kept':
        this.#open.delete(entry.chat);
        this.#counts.changed += 1;
        return;
      case 'refused':
        this.#open.delete(entry.chat);
        this.#refused += 1;
        return;
      case 'activity':
        // Deletions with the outcome `unknown` are not confirmed by the service, but may be in its audit log.
        if (this.#unconfirmed.delete(entry.chat)) this.#confirmed += 1;
        return;
      case 'stopped':
        this.#stopped = entry.code;
        return;
      case 'finished':
        this.#finishedAt = entry.at;
        return;
      default:
    }
  }

  report(plan: string): PlanReport {
    return {
      plan,
      approved_by: [...this.#approvedBy],
      to_delete: this.#first?.to_delete ?? 0,
      by_rule: this.#first?.by_rule ?? {},
      by_hold: this.#first?.by_hold ?? {},
      started_at: this.#first?.at ?? '',
      finished_at: this.#finishedAt,
      stopped: this.#stopped,
      ...this.#counts,
      refused: this.#refused,
      open: [...this.#open],
      confirmed: this.#confirmed,
      unconfirmed: [...this.#unconfirmed].slice(0, LISTED),
    };
  }
}
