import { setTimeout as delay } from 'node:timers/promises';
import { LeaseLostError, type Lease } from '@parlance/durable';
import {
  acquireLease,
  alreadyRunning,
  beginRun,
  jobName,
  pauseRun,
  runnerStopped,
  type BegunRun,
  type UnitJob,
} from './stored-run.js';
import { closeOwnSegments } from '../sealing/close-segments.js';
import { coordinateRun } from './coordinate-run.js';
import type { ExportDefinition } from '../definition/export-definition.js';
import { ExportError } from '../definition/export-error.js';
import { ExportEvents, type ExportEvent } from '../state/export-events.js';
import type { ExportRun, StartExportOptions } from './export-run.js';
import { exportSchema } from '../state/export-schema.js';
import type { ExportStatus } from '../state/export-status.js';
import { isOutage, runFailure } from '../state/item-failure.js';
import { checkOrganizations } from '../state/organization.js';
import { rememberFailures, rememberRequests } from '../state/own-requests.js';
import { Patience } from '../state/patience.js';
import { findExport, type ExportRow } from '../state/export-row.js';
import { limitOf } from '../definition/schedule.js';
import { progressOf } from './progress.js';
import { countUnits, leaseName, readStatus } from '../state/read-status.js';
import { RunRequests } from '../state/run-requests.js';
import { RunEndedError, type RunContext } from '../state/run-context.js';
import { requireSameArchive } from './same-archive.js';
import { ServiceClock } from '../state/service-clock.js';
import { SinkSet } from '../state/sink-set.js';
import { UnitJobs } from './unit-jobs.js';
import { UnitLog } from '../state/unit-log.js';

/** What a test replaces. */
export interface RunParts {
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How often the store is read for the work of other processes. */
  readonly pollMs: number;
}

const DEFAULT_PARTS: RunParts = {
  wait: (ms, signal) => delay(ms, undefined, { signal }),
  pollMs: 1_000,
};

/** A run in this process: it coordinates the export if it holds the lease, and works on its units. */
export class RunningExport implements ExportRun {
  readonly done: Promise<ExportStatus>;
  readonly #settle: PromiseWithResolvers<ExportStatus>;
  readonly #definition: ExportDefinition;
  readonly #options: StartExportOptions;
  readonly #parts: RunParts;
  readonly #sinks: SinkSet;
  readonly #clock: ServiceClock;
  readonly #jobs: UnitJobs;
  readonly #events: ExportEvents = new ExportEvents();
  readonly #stop: AbortController;
  #context: RunContext | undefined;
  /** Position in the chain before everything that is certified in the segments of this process. */
  #joinedAt: number | undefined;
  #lease: Lease | undefined;
  #begun: BegunRun | undefined;
  #failure: unknown;
  #stopped = false;

  private constructor(parts: {
    readonly definition: ExportDefinition;
    readonly options: StartExportOptions;
    readonly parts: RunParts;
    readonly sinks: SinkSet;
    readonly clock: ServiceClock;
    readonly stop: AbortController;
    readonly lease: Lease | undefined;
    readonly begun: BegunRun | undefined;
  }) {
    this.#definition = parts.definition;
    this.#options = parts.options;
    this.#parts = parts.parts;
    this.#sinks = parts.sinks;
    this.#clock = parts.clock;
    this.#stop = parts.stop;
    this.#lease = parts.lease;
    this.#begun = parts.begun;
    this.#jobs = new UnitJobs(parts.options.store, parts.definition.name, parts.parts.pollMs);
    this.#settle = Promise.withResolvers();
    this.done = this.#settle.promise;
    // It may be awaited later, or only its events may be read.
    this.done.catch(() => {});
  }

  /**
   * Acquires the lease, opens the sinks and begins the run.
   *
   * @throws {ExportError} When another process runs the export, the definition has changed, or the folder has another archive.
   * @throws {ConfigError} When a sink cannot be used.
   */
  static async open(
    definition: ExportDefinition,
    options: StartExportOptions,
    parts: Partial<RunParts> = {},
  ): Promise<RunningExport> {
    const { store, join = false } = options;
    await store.migrate(exportSchema);
    const lease = await acquireLease(store, definition.name);
    if (lease === undefined && !join) throw await alreadyRunning(store, definition.name);
    const stop = new AbortController();
    let sinks: SinkSet | undefined;
    try {
      sinks = await SinkSet.open(definition.sinks, { exportName: definition.name, signal: stop.signal });
      if (definition.sources.has('files')) sinks.requireArchive();
      if (sinks.archive !== undefined) await requireSameArchive(store, definition.name, sinks.archive);
      const clock = new ServiceClock(await store.now());
      const begun =
        lease === undefined ? undefined : await beginRun(store, lease, { definition, now: clock.now() });
      const all = { ...DEFAULT_PARTS, ...parts };
      const run = new RunningExport({ definition, options, parts: all, sinks, clock, stop, lease, begun });
      options.runner.define<UnitJob>({
        name: jobName(definition.name),
        maxAttempts: 1_000,
        run: (job) => run.#jobs.work(job),
      });
      return run;
    } catch (error) {
      await sinks?.refuse();
      await lease?.release();
      throw error;
    }
  }

  /** Starts to work. */
  start(): void {
    this.#run().then(this.#settle.resolve, this.#settle.reject);
  }

  events(): AsyncIterable<ExportEvent> {
    return this.#events.subscribe();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#end();
    await this.done.catch(() => {});
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #run(): Promise<ExportStatus> {
    const { runner } = this.#options;
    const onRunnerStopped = (): void => this.#stopBecause(runnerStopped(this.#definition.name));
    runner.signal.addEventListener('abort', onRunnerStopped, { once: true });
    try {
      if (runner.signal.aborted) onRunnerStopped();
      let ended = false;
      while (!ended && !this.#stop.signal.aborted)
        ended = await (this.#lease === undefined ? this.#assistOrTakeOver() : this.#coordinate(this.#lease));
      if (this.#failure !== undefined) throw this.#failure;
      const status = await readStatus(this.#options.store, this.#definition.name);
      this.#events.emit(this.#stopped ? { type: 'stopped', error: null } : { type: 'done' });
      return status;
    } catch (error) {
      return await this.#fail(error);
    } finally {
      runner.signal.removeEventListener('abort', onRunnerStopped);
      runner.undefine(jobName(this.#definition.name));
      this.#end();
      // Jobs write to the archive until they end.
      await this.#jobs.settled();
      await this.#endSegments();
      await this.#sinks.close();
      await this.#lease?.release();
    }
  }

  async #fail(error: unknown): Promise<ExportStatus> {
    const { store } = this.#options;
    if (this.#stopped && this.#failure === undefined) {
      // Others that have joined continue.
      if (this.#options.join !== true) await this.#pauseRun(null);
      this.#events.emit({ type: 'stopped', error: null });
      return readStatus(store, this.#definition.name);
    }
    const cause = runFailure(this.#definition.name, this.#failure ?? error);
    const problem = cause instanceof Error ? cause.message : String(cause);
    if (!this.#concernsOnlyThisProcess(cause)) await this.#pauseRun(problem);
    this.#events.emit({ type: 'stopped', error: cause instanceof Error ? cause : new Error(problem) });
    throw cause;
  }

  /** Others that have joined continue. */
  #concernsOnlyThisProcess(cause: unknown): boolean {
    if (LeaseLostError.is(cause)) return true;
    if (!ExportError.is(cause)) return false;
    if (cause.code === 'other_organization') return this.#lease === undefined;
    return this.#options.join === true && cause.code === 'runner_stopped';
  }

  /** After it, nothing is written to the segments that this process has begun. */
  async #endSegments(): Promise<void> {
    try {
      if (this.#context !== undefined) await closeOwnSegments(this.#context);
      await this.#sinks.endRun();
      this.#joinedAt = undefined;
    } catch {
      // The store or the disk is not available. The next run does what is left.
    }
  }

  async #pauseRun(problem: string | null): Promise<void> {
    if (this.#context === undefined) return;
    try {
      await pauseRun(this.#context, problem);
    } catch (error) {
      // The store may be the problem: then its error is that of the run.
      this.#failure ??= error;
    }
  }

  async #hasEnded(): Promise<boolean> {
    const row = await findExport(this.#options.store, this.#definition.name);
    // Without a row, the process that had the lease was killed before it began the first run.
    return row !== undefined && row.state !== 'running';
  }

  /** Runs the phases that are left. Returns false after an outage of the store, when the run continues. */
  async #coordinate(lease: Lease): Promise<boolean> {
    const { store, runner, followersWaitMs = 60_000 } = this.#options;
    const options = { definition: this.#definition, now: this.#clock.now() };
    const { row, resumed } = this.#begun ?? (await beginRun(store, lease, options));
    // The connection was lost when its end was committed.
    if (row.state === 'done') return true;
    const context = this.#activate(row, { resumed, joined: false });
    const wake = (): void => this.#jobs.wake();
    lease.signal.addEventListener('abort', wake, { once: true });
    try {
      await coordinateRun({ context, row, lease, runner, jobs: this.#jobs, followersWaitMs });
      return true;
    } catch (error) {
      const isLost = lease.signal.aborted || LeaseLostError.is(error);
      if (this.#stop.signal.aborted || !(isLost || isOutage(error))) throw error;
      const continues = isLost ? await this.#regain(lease) : true;
      if (!continues || (this.#lease !== undefined && !(await this.#readAgain(row)))) throw error;
      return false;
    } finally {
      lease.signal.removeEventListener('abort', wake);
    }
  }

  /** Acquires a lost lease again, for example after an outage of the store. Returns false if another process took over and this one may not help. */
  async #regain({ token }: Lease): Promise<boolean> {
    const { store, join = false } = this.#options;
    const { name } = this.#definition;
    this.#lease = undefined;
    this.#begun = undefined;
    for (;;) {
      this.#lease = await acquireLease(store, name);
      if (this.#lease !== undefined) return true;
      const holder = await store.leases.holder(leaseName(name));
      if (holder !== null && holder.token !== token) return join;
      await this.#jobs.pause();
      this.#stop.signal.throwIfAborted();
    }
  }

  /** Reads what was committed. Returns false if another process has stopped the run. */
  async #readAgain({ name, epoch }: ExportRow): Promise<boolean> {
    const row = await findExport(this.#options.store, name);
    if (row?.epoch !== epoch || row.state === 'paused') return false;
    this.#begun = { row, resumed: true };
    return true;
  }

  /** Assists until the run has ended, or this process coordinates it. Returns whether the run has ended. */
  async #assistOrTakeOver(): Promise<boolean> {
    if (await this.#assist()) return true;
    this.#lease = await acquireLease(this.#options.store, this.#definition.name);
    // The run may have ended in the meantime. Otherwise its process was stopped or killed, and this one takes over.
    return this.#lease !== undefined && this.#hasEnded();
  }

  /** Works on units while another process coordinates. Returns whether the run has ended. */
  async #assist(): Promise<boolean> {
    const { store, runner } = this.#options;
    const row = await findExport(store, this.#definition.name);
    if (row?.state === 'running' && this.#context?.epoch !== row.epoch) {
      await this.#endSegments();
      const context = this.#activate(row, { resumed: false, joined: true });
      await checkOrganizations(context);
      this.#jobs.accept(context);
      await runner.start();
    }
    if (row?.state === 'running' && this.#context !== undefined)
      this.#context.emit(await progressOf(this.#context, await countUnits(store, this.#definition.name)));
    // A process that has just acquired the lease may not have begun its run yet.
    const isHeld = (await store.leases.holder(leaseName(this.#definition.name))) !== null;
    if (row !== undefined && row.state !== 'running' && (this.#context !== undefined || !isHeld)) return true;
    await this.#jobs.pause();
    this.#stop.signal.throwIfAborted();
    return false;
  }

  #activate(
    { run, epoch, bound, sequence }: ExportRow,
    how: { readonly resumed: boolean; readonly joined: boolean },
  ): RunContext {
    const { compliance, store, requestsPerMinute, reserve = 0 } = this.#options;
    const emit = (event: ExportEvent): void => this.#events.emit(event);
    const patience = new Patience({
      wait: this.#parts.wait,
      probe: (signal) => this.#probe(signal),
      onFailure: (error) => rememberFailures(context, error),
      onWaiting: (error, waitMs, waitedMs) => emit({ type: 'waiting', error, waitMs, waitedMs }),
    });
    const context: RunContext = {
      definition: this.#definition,
      compliance,
      store,
      tables: store.tables(exportSchema),
      sinks: this.#sinks,
      clock: this.#clock,
      patience,
      requests: new RunRequests(),
      pace: () => limitOf(requestsPerMinute, compliance.limits.requests?.limit) * (1 - reserve),
      epoch,
      joinedAt: (this.#joinedAt ??= sequence),
      signal: this.#stop.signal,
      emit,
      fail: (error) => this.#stopBecause(error),
    };
    this.#context = context;
    emit({ type: 'started', run, ...how, bound });
    return context;
  }

  /** Sends a small request. */
  async #probe(signal: AbortSignal): Promise<void> {
    const { compliance, store } = this.#options;
    const log = new UnitLog(this.#clock);
    log.page(await compliance.organizations.list({}, { signal, retry: { maxRetries: 0 } }));
    await rememberRequests(store.tables(exportSchema), this.#definition.name, log);
  }

  #stopBecause(failure: unknown): void {
    this.#failure ??= failure;
    this.#end();
  }

  #end(): void {
    this.#stop.abort(new RunEndedError());
    this.#jobs.wake();
  }
}
