/** Exports to folders. They run on the server, so the page can be closed and reopened. */
import { EventEmitter, once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ExportError, verifyArchive, type ExportRun, type VerificationResult } from '@parlance/archive';
import { localRunner, openStore, type Runner, type Store } from '@parlance/durable';
import { HTTPException } from 'hono/http-exception';
import type { Backend } from './backend.js';
import { downloadsOf, openDownload } from './export-downloads.js';
import { ARCHIVE, exportJob } from './export-job.js';
import type { ExportRequest } from './export-request.js';
import { after, progressOf, stateOf, totalsOf, type ExportState, type SavedExport } from './export-state.js';
import { problemOf, type Problem } from './problem.js';

/** Options for {@link Exports}. */
export interface ExportsOptions {
  /** Folder in which each export has its own folder, next to the store. */
  readonly folder: string;
  readonly backend: Pick<Backend, 'parlance' | 'about' | 'now'>;
}

const PREFIX = 'console/exports/';

/** An export ends up to this long before its start, because lists may lag. What is on screen must be older. */
const LAG_MS = 3_000;

/** How long an export that waited for the service is shown as waiting after its next attempt has begun. */
const GRACE_MS = 5_000;

/** The exports in one folder. */
export class Exports {
  readonly #folder: string;
  readonly #backend: ExportsOptions['backend'];
  readonly #known = new Map<string, ExportState>();
  readonly #running = new Map<string, { readonly run: ExportRun; readonly ended: Promise<void> }>();
  readonly #changes = new EventEmitter().setMaxListeners(0);
  /** IDs of the exports that were running when the last process was killed. */
  readonly #interrupted: string[] = [];
  #store: Promise<Store> | undefined;

  constructor({ folder, backend }: ExportsOptions) {
    this.#folder = folder;
    this.#backend = backend;
  }

  /** Starts an export and returns its ID. */
  async start(request: ExportRequest): Promise<string> {
    // Throws if the key is missing, so that the page shows the problem where the export was requested.
    void this.#backend.parlance.compliance;
    const { lt = '' } = request.filters.created_at ?? {};
    const waitMs = Date.parse(lt) + LAG_MS - this.#backend.now();
    if (waitMs > 0) await wait(Math.min(waitMs, LAG_MS));
    const store = await this.store();
    const id = crypto.randomUUID();
    const saved = { id, createdAt: new Date().toISOString(), request, source: this.#source };
    await store.checkpoints.save(PREFIX + id, saved);
    try {
      await this.#start(store, await this.#read(store, saved));
    } catch (error) {
      await store.checkpoints.delete(PREFIX + id);
      throw error;
    }
    return id;
  }

  /** Pauses an export. Keeps everything that is sealed. */
  async pause(id: string): Promise<void> {
    await this.#get(id);
    const running = this.#running.get(id);
    await running?.run.stop();
    await running?.ended;
  }

  /** Resumes an export that is paused or has failed. With `skip`, what could not be read is left out, on record. */
  async resume(id: string, { skip = false }: { readonly skip?: boolean | undefined } = {}): Promise<void> {
    const store = await this.store();
    const known = await this.#get(id);
    if (known.state === 'done') return;
    if (known.source !== this.#source) {
      throw new HTTPException(409, {
        message: `This export reads from ${known.source}, but the console is connected to ${this.#source}.`,
      });
    }
    // A run that is starting, also in another process, is found by `start`.
    if (this.#running.has(id)) throw new ExportError('already_running', id, 'already running.');
    const ids = known.failures.filter(({ kind }) => kind !== 'unit').map((failure) => failure.id);
    if (skip) await exportJob(id, known.request, known.folder).skip({ store, ids });
    await this.#start(store, known);
  }

  /** Resumes the exports that were running when the last process was killed. */
  async resumeInterrupted(): Promise<void> {
    await this.store();
    await Promise.allSettled(this.#interrupted.splice(0).map((id) => this.resume(id)));
  }

  /** Compares everything that was written with its certificates. */
  async verify(id: string, signal?: AbortSignal): Promise<VerificationResult> {
    const { folder } = await this.#get(id);
    return verifyArchive(path.join(folder, ARCHIVE), { signal });
  }

  /** Opens a file of a finished export. Returns undefined if it does not exist. */
  async openFile(id: string, name: string): Promise<ReadableStream<Uint8Array> | undefined> {
    await this.store();
    const known = this.#known.get(id);
    if (known?.state !== 'done' || !known.files.includes(name)) return undefined;
    return openDownload(known.folder, name);
  }

  /** Yields all exports, newest first, immediately and after each change, until the signal aborts. */
  async *watch(signal: AbortSignal): AsyncGenerator<ExportState[], void> {
    await this.store();
    while (!signal.aborted) {
      // Rejects when the signal aborts.
      const changed = once(this.#changes, 'change', { signal }).catch(() => {});
      yield [...this.#known.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
      await changed;
    }
  }

  /** Pauses all exports and waits until their last writes are done. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.pause(id)));
    await (await this.#store)?.close();
  }

  /** The emulator has a new port at each start but always the same organization, so its host does not identify it. */
  get #source(): string {
    return this.#backend.about.emulator ? 'the emulator' : this.#backend.about.host;
  }

  async #start(store: Store, known: ExportState): Promise<void> {
    const { id, request, folder } = known;
    // One per run, so that the request inspector assigns the calls to the request that started the run.
    const runner = localRunner({ store });
    try {
      const { compliance } = this.#backend.parlance;
      const run = await exportJob(id, request, folder).start({ compliance, store, runner });
      this.#set({ ...known, state: 'running', problem: undefined, failures: [] });
      this.#running.set(id, { run, ended: this.#follow(store, known, { run, runner }) });
    } catch (error) {
      await runner[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Follows a run to its end. Never rejects. */
  async #follow(
    store: Store,
    saved: SavedExport,
    { run, runner }: { readonly run: ExportRun; readonly runner: Runner },
  ): Promise<void> {
    const { id } = saved;
    let problem: Problem | undefined;
    let waitingUntil = 0;
    try {
      for await (const event of run.events()) {
        if (event.type === 'waiting') waitingUntil = Date.now() + event.waitMs + GRACE_MS;
        if (event.type === 'sealed') waitingUntil = 0;
        const known = await this.#get(id);
        const isWaiting = Date.now() < waitingUntil;
        this.#set({
          ...after(known, event),
          ...(isWaiting ? { state: 'waiting' } : { state: 'running', problem: undefined }),
        });
      }
      await run.done;
    } catch (error) {
      problem = problemOf(ExportError.is(error) ? (error.cause ?? error) : error);
    }
    await runner[Symbol.asyncDispose]();
    this.#running.delete(id);
    // If the store is the problem, the last known state is shown.
    const state = await this.#read(store, saved).catch(() => this.#get(id));
    this.#set(problem === undefined ? state : { ...state, state: 'failed', problem });
  }

  /** Opens the store, which also keeps what was done to the organization. */
  store(): Promise<Store> {
    this.#store ??= this.#load().catch((error: unknown) => {
      this.#store = undefined;
      throw error;
    });
    return this.#store;
  }

  async #load(): Promise<Store> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const store = await openStore(`sqlite:${path.join(this.#folder, 'exports.db')}`);
    for await (const { value } of store.checkpoints.list(PREFIX)) {
      // Saved by `start`.
      const known = await this.#read(store, value as unknown as SavedExport);
      this.#known.set(known.id, known);
    }
    return store;
  }

  /** Reads the state of an export that does not run in this process. */
  async #read(store: Store, { id, createdAt, request, source }: SavedExport): Promise<ExportState> {
    const folder = path.join(this.#folder, id);
    const status = await exportJob(id, request, folder)
      .status({ store })
      .catch(() => undefined);
    if (status?.state === 'running' && source === this.#source) this.#interrupted.push(id);
    const totals = await totalsOf(path.join(folder, ARCHIVE));
    const saved = { id, createdAt, request, source, folder, ...totals, files: downloadsOf(totals.counts) };
    const failures = status?.failures.filter(({ skipped }) => !skipped) ?? [];
    const problem: Problem | undefined =
      status?.problem == null
        ? undefined
        : { kind: 'console', code: 'export_stopped', message: status.problem };
    return { ...saved, state: stateOf(status, failures), failures, problem, ...progressOf(status) };
  }

  #set(state: ExportState): void {
    this.#known.set(state.id, state);
    this.#changes.emit('change');
  }

  async #get(id: string): Promise<ExportState> {
    await this.store();
    const known = this.#known.get(id);
    if (known === undefined) throw new HTTPException(404, { message: `No export with the ID ${id}.` });
    return known;
  }
}
