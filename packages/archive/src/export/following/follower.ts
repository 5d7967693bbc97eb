import { wait } from '@parlance/core-transport/internal';
import type { Lease } from '@parlance/durable';
import { readRevision } from '../../reader/read-unit.js';
import { decode } from '../state/json-column.js';
import { followerDay, followerStatus, type FollowerRow } from '../state/follower-status.js';
import type { RunContext } from '../state/run-context.js';
import type { OpenedSink } from '../state/sink-set.js';
import { DayFiles } from './day-files.js';
import { deliverRecords } from './deliver-records.js';
import { dayOf, FollowerState } from './follower-state.js';
import { WakeUp } from './wake-up.js';

/** Certificates per query, and between two events while a follower catches up. */
const CERTIFICATES = 50;

/** How often the store is checked for a change that a person made. */
const POLL_MS = 1_000;

/** Waits after a failure: they double. */
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 60_000;

type Head = { readonly sequence: number; readonly name: string; readonly revision: number };

/** The parts of a run that a follower needs. */
export type FollowingRun = Pick<
  RunContext,
  'tables' | 'store' | 'definition' | 'sinks' | 'clock' | 'emit' | 'signal'
>;

/** Delivers the certificates of an archive to one sink, in order. Its failures never concern the run. */
export class Follower {
  readonly #run: FollowingRun;
  readonly #follower: OpenedSink;
  readonly #signal: AbortSignal;
  readonly #state: FollowerState;
  readonly #files: DayFiles;
  readonly #wakeUp: WakeUp = new WakeUp();
  /** For a sink that knows what it has: everything up to this certificate. */
  #checkedTo = 0;
  /** The day of the last delivery. */
  #day: string | undefined;
  readonly #ending: AbortController = new AbortController();

  constructor(run: FollowingRun, lease: Lease, follower: OpenedSink) {
    this.#run = run;
    this.#follower = follower;
    this.#signal = run.signal;
    this.#state = new FollowerState(run, lease, follower);
    this.#files = new DayFiles(run.sinks.requireArchive(), run.definition.name, follower.sink.name);
  }

  /** Whether a run waits for it for a limited time only. */
  get isRemote(): boolean {
    return this.#follower.sink.remote === true;
  }

  /** There may be something to deliver. */
  wake(): void {
    this.#wakeUp.wake();
  }

  /** Nothing more will be certified: {@link work} ends once everything is delivered. A follower that is not remote makes one more attempt. */
  end(): void {
    this.#ending.abort();
    this.wake();
  }

  /** Delivers until the end. Never rejects. */
  async work(): Promise<void> {
    const stop = (): void => this.wake();
    this.#signal.addEventListener('abort', stop, { once: true });
    let failures = 0;
    for (let isDone = false; !isDone && !this.#signal.aborted;) {
      const isLast = this.#ending.signal.aborted;
      try {
        await this.#deliverPending();
        failures = 0;
        isDone = isLast;
        if (!isDone) await this.#wakeUp.wait(POLL_MS);
      } catch (error) {
        failures += 1;
        await this.#rememberProblem(error).catch(unavailable);
        isDone = isLast && !this.isRemote;
        const waitMs = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
        // The end of the run ends the first wait, not those that follow.
        const ends = isLast ? this.#signal : AbortSignal.any([this.#signal, this.#ending.signal]);
        if (!isDone) await wait(waitMs, ends);
      }
    }
    this.#signal.removeEventListener('abort', stop);
    await this.#writeLastDays().catch(unavailable);
  }

  async #deliverPending(): Promise<void> {
    let row = await this.#state.load();
    const { has } = this.#follower.open;
    for (;;) {
      if (row.paused === 1) return;
      const heads = await this.#headsAfter(has === undefined ? row.sequence : this.#checkedTo);
      let count = 0;
      for (const head of heads) {
        // Its delivery may have been committed, and not counted.
        const isOpen = head.sequence > row.sequence && head.sequence <= row.sent_to;
        const isKnown = !isOpen && this.#follower.open.has?.(head) === true;
        // A person may have changed the row: it is read again.
        if (!isKnown && !(await this.#deliver(row, head))) break;
        if (!isKnown) row = await this.#state.load();
        count += Number(!isKnown);
        this.#checkedTo = head.sequence;
        if (row.paused === 1) return;
      }
      if (has !== undefined && this.#checkedTo > row.sequence)
        await this.#state.change({ sequence: this.#checkedTo });
      row = await this.#state.load();
      if (count > 0) await this.#report(row);
      if (heads.length < CERTIFICATES) return;
    }
  }

  async #headsAfter(sequence: number): Promise<readonly Head[]> {
    return this.#run.tables
      .selectFrom('archive_certificates')
      .select(['sequence', 'unit as name', 'revision'])
      .where('export', '=', this.#run.definition.name)
      .where('published', '=', 1)
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(CERTIFICATES)
      .execute();
  }

  /** Returns false if the cursor was moved by a person in the meantime. */
  async #deliver(row: FollowerRow, { sequence }: Head): Promise<boolean> {
    const { tables, definition, sinks, clock } = this.#run;
    const { text, sealed_at: sealedAt } = await tables
      .selectFrom('archive_certificates')
      .select(['text', 'sealed_at'])
      .where('export', '=', definition.name)
      .where('sequence', '=', sequence)
      .executeTakeFirstOrThrow();
    const attempt = sequence > row.sent_to ? 1 : 2;
    if (attempt === 1) await this.#state.change({ sent_to: sequence });
    const certificate = decode(text);
    const records = readRevision(sinks.requireArchive().dir, certificate);
    const writing = { unit: certificate.unit, records, attempt, signal: this.#signal };
    const delivery = await orAborted(deliverRecords(this.#follower, writing), this.#signal);
    // Its data was lost: the store knows already that it had been delivered.
    if (this.#follower.open.has !== undefined && sequence <= row.sequence) return true;
    const day = dayOf('sealed_at', sealedAt);
    if (this.#day !== undefined && this.#day !== day) await this.#writeLastDays();
    this.#day = day;
    const size = (await this.#state.day(day))?.rejected_bytes ?? 0;
    const at = clock.now();
    const rejectedBytes = await this.#files.appendRejected(delivery.rejections, { day, sequence, size, at });
    return this.#state.commit(row, { ...delivery, sequence, day, rejectedBytes });
  }

  async #report(row: FollowerRow): Promise<void> {
    this.#run.emit({ type: 'follower', follower: await followerStatus(this.#run.tables, row) });
  }

  async #rememberProblem(error: unknown): Promise<void> {
    if (this.#signal.aborted) return;
    const problem = error instanceof Error ? error.message : String(error);
    const before = await this.#state.load();
    await this.#state.change({ problem });
    if (before.problem !== problem) await this.#report({ ...before, problem });
  }

  async #writeLastDays(): Promise<void> {
    const today = dayOf('now', this.#run.clock.now());
    for (const row of await this.#state.lastDays())
      await this.#files.writeDay(await followerDay(this.#run.tables, row, today));
  }
}

/** The store or the disk. The next attempt says so too, and the next run writes what is missing. */
function unavailable(): void {}

/** Rejects when the signal is aborted, also while the work continues: a sink may not observe the signal. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  work.catch(() => {});
  try {
    if (signal.aborted) abort();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
