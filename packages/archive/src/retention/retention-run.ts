import { AbortedError, ApiError, ConnectionError, NotFoundError } from '@parlance/core-transport';
import type { ChatDeletion, ComplianceClient } from '@parlance/compliance';
import type { Lease } from '@parlance/durable';
import { requireKnownHolds } from './holds.js';
import type { Approval } from './approvals.js';
import type { ApplyRetentionOptions, RetentionCaps, RetentionResult } from './apply-options.js';
import type { ArchivedChat } from './archived-chats.js';
import { acceptApprovers } from './approvers-in-force.js';
import { bindStore } from './one-organization.js';
import { isOutage } from '../export/state/item-failure.js';
import { rememberDeletion } from '../export/reading/check-gone.js';
import { appendEntry, countEntries, lastEntriesOf, type JournalFact } from './journal.js';
import { readPlannedDeletions, type PlannedDeletion, type RetentionPlan } from './plan-file.js';
import { RetentionError } from './retention-error.js';
import { PlannedChats } from './verify-planned-chat.js';
import { digestOf } from '../certificates/digest.js';

type Outcome = Extract<JournalFact, { type: 'outcome' }>['outcome'];

/** Chats whose entries are read at once: a resumed run passes over many that have an outcome. */
const CHATS = 500;

/** A plan that was checked and is approved. */
export interface ApprovedPlan {
  readonly plan: RetentionPlan;
  readonly options: ApplyRetentionOptions;
  readonly approvals: readonly Approval[];
  readonly madeBy: Approval | null;
  /** The caps of the policy, or lower ones. */
  readonly caps: RetentionCaps;
}

/** Applies a plan whose conditions were checked. */
export class RetentionRun {
  readonly #plan: RetentionPlan;
  readonly #options: ApplyRetentionOptions;
  readonly #lease: Lease;
  readonly #archived: PlannedChats;
  readonly #signal: AbortSignal;
  readonly #counts = { deleted: 0, was_gone: 0, unknown: 0, changed: 0 };
  /** Chats that were deleted first; null once they are confirmed. */
  #canary: string[] | null = [];

  private constructor({ plan, options }: ApprovedPlan, lease: Lease, archived: PlannedChats) {
    this.#plan = plan;
    this.#options = options;
    this.#lease = lease;
    this.#archived = archived;
    const { signal } = options;
    this.#signal = signal === undefined ? lease.signal : AbortSignal.any([signal, lease.signal]);
  }

  /** Checks the archive, and records the start. */
  static async start(approved: ApprovedPlan, lease: Lease): Promise<RetentionRun> {
    const { plan, options, approvals, madeBy, caps } = approved;
    const run = new RetentionRun(approved, lease, await PlannedChats.open(options.archive, plan));
    if ((await countEntries(options.store, plan.digest, 'canary')) > 0) run.#canary = null;
    await options.store.transaction((transaction) => bindStore(transaction, plan.organizations), { lease });
    await acceptApprovers({ store: options.store, approvers: options.approvers });
    await run.#record({
      type: 'started',
      approved_by: approvals,
      made_by: madeBy,
      to_delete: plan.counts.to_delete,
      caps,
      by_rule: plan.by_rule,
      by_hold: plan.by_hold,
    });
    return run;
  }

  async run(): Promise<RetentionResult> {
    let current: string | null = null;
    try {
      for await (const page of pagesOf(readPlannedDeletions(this.#plan.file))) {
        const chats = page.map(({ chat }) => chat);
        const entries = await lastEntriesOf(this.#options.store, this.#plan.digest, chats);
        for (const planned of page) {
          this.#requireRunning();
          current = planned.chat;
          await this.#chat(planned, entries.get(planned.chat));
        }
      }
      current = null;
      await this.#confirmCanary();
      if ((await countEntries(this.#options.store, this.#plan.digest, 'finished')) === 0)
        await this.#record({ type: 'finished' });
      return { ...this.#counts };
    } catch (error) {
      if (!isOutage(error)) await this.#recordStop(error, current);
      throw error;
    }
  }

  async #chat(planned: PlannedDeletion, last: JournalFact | undefined): Promise<void> {
    const { chat } = planned;
    if (last?.type === 'outcome') return this.#count(chat, last.outcome, false);
    if (last?.type === 'kept') return this.#count(chat, 'changed', false);
    const isInterrupted = last?.type === 'intent';
    const archived = await this.#archived.verify(planned);
    const { state, requestId: request_id } = await this.#read(archived);
    if (state === 'gone') {
      // An interrupted deletion may have taken effect, and someone else may have deleted the chat.
      const outcome = isInterrupted ? 'unknown' : 'was_gone';
      await this.#record({ type: 'outcome', chat, outcome, request_id, interrupted: isInterrupted });
      return this.#count(chat, outcome, true);
    }
    if (state === 'changed') {
      await this.#record({ type: 'kept', chat, reason: 'changed', request_id });
      return this.#count(chat, 'changed', true);
    }
    await this.#delete(archived, isInterrupted);
  }

  async #delete(archived: ArchivedChat, interrupted: boolean): Promise<void> {
    const { id: chat } = archived.chat;
    await this.#recordIntent(chat, archived.digest);
    const { outcome, requestId: request_id } = await this.#send(chat);
    // Without a confirmation, the chat may still exist.
    if (outcome === 'unknown') await this.#requireGone(archived, 'deletion_failed');
    await this.#record({ type: 'outcome', chat, outcome, request_id, interrupted });
    this.#count(chat, outcome, true);
    if (this.#canary === null) return;
    await this.#requireGone(archived, 'canary_failed');
    this.#canary.push(chat);
    if (this.#canary.length >= (this.#options.canary?.chats ?? 10)) await this.#confirmCanary();
  }

  async #requireGone(archived: ArchivedChat, code: 'deletion_failed' | 'canary_failed'): Promise<void> {
    const { id: chat } = archived.chat;
    if ((await this.#read(archived)).state === 'gone') return;
    throw new RetentionError(code, `The chat ${chat} still exists after its deletion.`, { chat });
  }

  /** Sends a deletion. Records it as refused if the chat is certainly unchanged. */
  async #send(chat: string): Promise<ChatDeletion> {
    try {
      return await this.#options.compliance.chats.deleteIfExists(chat, {
        signal: this.#signal,
        priority: 'bulk',
      });
    } catch (error) {
      if (!ApiError.is(error) && !ConnectionError.is(error)) throw error;
      await this.#record({ type: 'refused', chat, code: error.code, request_id: error.requestId });
      throw new RetentionError('deletion_failed', `The chat ${chat} could not be deleted: ${error.message}`, {
        chat,
        cause: error,
      });
    }
  }

  async #confirmCanary(): Promise<void> {
    const deleted = this.#canary;
    if (deleted === null || deleted.length === 0) return;
    const { confirm } = this.#options.canary ?? {};
    if (confirm !== undefined && (await confirm(deleted)) !== true)
      throw new RetentionError('canary_failed', `The first ${deleted.length} deletions were not confirmed.`);
    await this.#record({ type: 'canary', chats: deleted.length });
    this.#canary = null;
  }

  #read(archived: ArchivedChat): ReturnType<typeof readCurrentChat> {
    return readCurrentChat(this.#options.compliance, archived, this.#signal);
  }

  /** Records that a deletion is about to be sent, unless a hold was added. */
  async #recordIntent(chat: string, archived: string): Promise<void> {
    this.#requireRunning();
    await this.#options.store.transaction(
      async (transaction) => {
        // The entry locks the holds until the commit: a hold that is added now waits, and sees the entry.
        await appendEntry(transaction, this.#plan.digest, { type: 'intent', chat, archived });
        await requireKnownHolds(this.#plan, transaction);
        if ((await transaction.now()) >= Date.parse(this.#plan.expires_at))
          throw new RetentionError(
            'plan_expired',
            `The plan expired at ${this.#plan.expires_at}. Make a new plan.`,
          );
      },
      { lease: this.#lease },
    );
  }

  async #record(fact: JournalFact): Promise<void> {
    await this.#options.store.transaction(
      async (transaction) => {
        const entry = await appendEntry(transaction, this.#plan.digest, fact);
        if (fact.type === 'outcome') await rememberDeletion(transaction, fact.chat, entry.digest);
      },
      { lease: this.#lease },
    );
  }

  async #recordStop(error: unknown, chat: string | null): Promise<void> {
    const code = RetentionError.is(error) ? error.code : this.#signal.aborted ? 'aborted' : 'error';
    try {
      await this.#record({ type: 'stopped', code, chat });
    } catch {
      // The store may be what failed. The journal is complete without this entry.
    }
  }

  #requireRunning(): void {
    if (this.#lease.signal.aborted) throw this.#lease.signal.reason;
    if (this.#signal.aborted)
      throw new AbortedError(
        { operation: 'applyRetention', attempts: [], requestId: null },
        this.#signal.reason,
      );
  }

  #count(chat: string, outcome: Outcome | 'changed', isNew: boolean): void {
    this.#counts[outcome] += 1;
    const { deleted, was_gone, unknown, changed } = this.#counts;
    const done = deleted + was_gone + unknown + changed;
    if (isNew) this.#options.onEvent?.({ chat, outcome, done, total: this.#plan.counts.to_delete });
  }
}

async function* pagesOf(
  planned: AsyncIterable<PlannedDeletion>,
): AsyncGenerator<readonly PlannedDeletion[], void, undefined> {
  let page: PlannedDeletion[] = [];
  for await (const one of planned) {
    page.push(one);
    if (page.length < CHATS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** How a chat of the service compares to the archive. */
interface CurrentChat {
  /** `gone`: it does not exist; `changed`: it differs from the archive; `same`: everything in it is archived. */
  readonly state: 'gone' | 'changed' | 'same';
  /** Id of the last request. */
  readonly requestId: string | null;
}

const MESSAGES_PER_PAGE = 1_000;

/** Reads a chat and compares all of it with the archive: when it was changed, where it is, and the digest of each message. */
async function readCurrentChat(
  compliance: ComplianceClient,
  { chat, messages }: ArchivedChat,
  signal: AbortSignal,
): Promise<CurrentChat> {
  let requestId: string | null = null;
  const unread = new Map(messages);
  try {
    const pages = compliance.chats
      .messages(chat.id, { limit: MESSAGES_PER_PAGE }, { signal, priority: 'bulk' })
      .pages();
    for await (const page of pages) {
      ({ requestId } = page);
      const isSame =
        page.updated_at === chat.updated_at &&
        page.user.id === chat.user.id &&
        (page.project_id ?? null) === (chat.project_id ?? null) &&
        page.data.every((message) => {
          const archived = unread.get(message.id);
          unread.delete(message.id);
          return archived === digestOf({ ...message, chat_id: chat.id, user_id: chat.user.id });
        });
      if (!isSame) return { state: 'changed', requestId };
    }
    // A message that has vanished is a change too.
    return { state: unread.size === 0 ? 'same' : 'changed', requestId };
  } catch (error) {
    if (NotFoundError.is(error)) return { state: 'gone', requestId: error.requestId };
    throw error;
  }
}
