/** Exports to folders of NDJSON files. They run on the server, so the page can be closed and reopened. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HTTPException } from 'hono/http-exception';
import { exportActivities } from './activity-export.js';
import type { Backend } from './backend.js';
import { exportChats } from './chat-export.js';
import { ExportFolder, loadExports } from './export-folder.js';
import type { ChatsCheckpoint, ExportRequest, ExportState, ExportStep, SavedExport } from './export-state.js';
import { problemOf } from './problem.js';
import { addCounts, SubjectError } from './read-chat.js';
import { isUnreachable } from './traffic.js';

type ExportCheckpoint = SavedExport['checkpoint'];
type ActivityCheckpoint = Exclude<ExportCheckpoint, ChatsCheckpoint>;

/** Number of items per request. */
export interface ExportPageSizes {
  readonly activities: number;
  readonly chats: number;
  readonly messages: number;
}

/** Options for {@link Exports}. */
export interface ExportsOptions {
  /** Folder in which each export has its own folder. */
  readonly folder: string;
  readonly backend: Pick<Backend, 'parlance' | 'about'>;
  readonly pageSizes?: ExportPageSizes | undefined;
}

const PAGE_SIZES: ExportPageSizes = { activities: 1000, chats: 100, messages: 500 };

/** Delays between attempts while the service is unreachable. The last one repeats. */
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

const NOTHING = { records: 0, messages: 0, files: 0, bytes: 0, leftOut: 0 };

/** The exports in one folder. */
export class Exports {
  readonly #folder: string;
  readonly #backend: ExportsOptions['backend'];
  readonly #pageSizes: ExportPageSizes;
  readonly #known = new Map<string, SavedExport>();
  readonly #running = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  readonly #watchers = new Set<() => void>();
  #loaded: Promise<void> | undefined;
  /** IDs of the exports that were running when the last process was killed. */
  readonly #interrupted: string[] = [];

  constructor({ folder, backend, pageSizes = PAGE_SIZES }: ExportsOptions) {
    this.#folder = folder;
    this.#backend = backend;
    this.#pageSizes = pageSizes;
  }

  /** Starts an export and returns its ID. */
  async start(request: ExportRequest): Promise<string> {
    await this.#load();
    // Throws if the key is missing, so that the page shows the problem where the export was requested.
    void this.#backend.parlance.compliance;
    const id = crypto.randomUUID();
    await this.#save({
      id,
      createdAt: new Date().toISOString(),
      request,
      source: this.#source,
      state: 'running',
      counts: NOTHING,
      reached: null,
      people: null,
      checkpoint: null,
      lengths: {},
      leaveOut: [],
    });
    this.#startRun(id);
    return id;
  }

  /** Pauses an export. Keeps everything written so far. */
  async pause(id: string): Promise<void> {
    await this.#load();
    this.#get(id);
    this.#running.get(id)?.stop.abort();
  }

  /** Resumes an export that is paused or has failed. */
  async resume(id: string): Promise<void> {
    if (await this.#hasStopped(id)) this.#startRun(id);
  }

  /** Resumes the exports that were running when the last process was killed. */
  async resumeInterrupted(): Promise<void> {
    await this.#load();
    await Promise.all(this.#interrupted.splice(0).map((id) => this.resume(id)));
  }

  /** Skips the item that could not be read, records it in `left-out.ndjson`, and resumes. */
  async leaveOut(id: string): Promise<void> {
    if (!(await this.#hasStopped(id))) return;
    const { stuck, leaveOut } = this.#get(id);
    if (stuck !== undefined) this.#set({ ...this.#get(id), leaveOut: [...leaveOut, stuck.id] });
    this.#startRun(id);
  }

  /** Returns the path of an NDJSON file of a finished export, or undefined if it does not exist. */
  async fileOf(id: string, name: string): Promise<string | undefined> {
    await this.#load();
    const known = this.#known.get(id);
    const isThere = known?.state === 'done' && Object.hasOwn(known.lengths, name);
    return isThere ? path.join(this.#folderOf(id).path, name) : undefined;
  }

  /** Yields all exports, newest first, immediately and after each change, until the signal aborts. */
  async *watch(signal: AbortSignal): AsyncGenerator<ExportState[], void> {
    await this.#load();
    let wake: () => void = () => {};
    const onChange = (): void => wake();
    this.#watchers.add(onChange);
    signal.addEventListener('abort', onChange);
    try {
      while (!signal.aborted) {
        const changed = new Promise<void>((resolve) => (wake = resolve));
        yield [...this.#known.values()]
          .map((known) => this.#stateOf(known))
          .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
        await changed;
      }
    } finally {
      this.#watchers.delete(onChange);
      signal.removeEventListener('abort', onChange);
    }
  }

  /** Pauses all exports and waits until their last writes are done. */
  async close(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { stop } of running) stop.abort();
    await Promise.all(running.map(({ ended }) => ended));
  }

  /** The emulator has a new port at each start but always the same organization, so its host does not identify it. */
  get #source(): string {
    return this.#backend.about.emulator ? 'the emulator' : this.#backend.about.host;
  }

  /** Whether an export is paused or has failed. Waits for its last run to end. */
  async #hasStopped(id: string): Promise<boolean> {
    await this.#load();
    const { state } = this.#get(id);
    if (state !== 'paused' && state !== 'failed') return false;
    await this.#running.get(id)?.ended;
    return !this.#running.has(id);
  }

  #startRun(id: string): void {
    const stop = new AbortController();
    // Only in memory: the folder is updated with the first step.
    this.#set({ ...this.#get(id), state: 'running', problem: undefined, stuck: undefined });
    const ended = this.#run(id, stop.signal).finally(() => this.#running.delete(id));
    this.#running.set(id, { stop, ended });
  }

  /** Runs until the export is done, paused or has failed. Retries while the service is unreachable. Never rejects. */
  async #run(id: string, signal: AbortSignal): Promise<void> {
    for (let round = 0; ; round += 1) {
      const before = this.#get(id).checkpoint;
      try {
        for await (const step of this.#steps(id, signal)) await this.#write(id, step);
        return await this.#save({ ...this.#get(id), state: 'done' });
      } catch (error) {
        const settled = settle(this.#get(id), error, signal.aborted);
        // If the disk is full, the previous state stays on disk, and the page shows the problem.
        await this.#save(settled).catch(() => this.#set(settled));
        if (settled.state !== 'waiting') return;
      }
      if (this.#get(id).checkpoint !== before) round = 0;
      await wait(WAITS_MS[Math.min(round, WAITS_MS.length - 1)], undefined, { signal }).catch(() => {});
    }
  }

  #steps(id: string, signal: AbortSignal): AsyncIterable<ExportStep<NonNullable<ExportCheckpoint>>> {
    const { request, checkpoint, leaveOut, source } = this.#get(id);
    if (source !== this.#source) {
      throw new HTTPException(409, {
        message: `This export reads from ${source}, but the console is connected to ${this.#source}.`,
      });
    }
    const client = this.#backend.parlance.compliance;
    const { activities, chats, messages } = this.#pageSizes;
    if (request.kind === 'activities') {
      // The kind of the request determines the kind of the checkpoint, here and below.
      const resumeFrom = checkpoint as ActivityCheckpoint;
      const { filters, hidden = [] } = request;
      return exportActivities({ client, filters, hidden, resumeFrom, perPage: activities, signal });
    }
    return exportChats({
      client,
      filters: request.filters,
      resumeFrom: checkpoint as ChatsCheckpoint | null,
      perPage: chats,
      messagesPerPage: messages,
      leaveOut,
      folder: this.#folderOf(id),
      signal,
    });
  }

  /**
   * Writes the lines of a step, then its checkpoint. The last step also marks the export as done: a crash in between
   * would leave no checkpoint and start over.
   */
  async #write(id: string, step: ExportStep<NonNullable<ExportCheckpoint>>): Promise<void> {
    const { lines, adds, reached, people, checkpoint } = step;
    const known = this.#get(id);
    const lengths = await this.#folderOf(id).append(known.lengths, lines);
    const bytes = Object.values(lines).reduce((sum, text) => sum + Buffer.byteLength(text), adds.bytes ?? 0);
    await this.#save({
      ...known,
      state: checkpoint === null ? 'done' : 'running',
      problem: undefined,
      stuck: undefined,
      counts: addCounts(known.counts, { ...adds, bytes }),
      reached: reached ?? known.reached,
      people: people !== null && checkpoint === null ? { ...people, done: people.of } : people,
      checkpoint,
      lengths,
    });
  }

  async #save(saved: SavedExport): Promise<void> {
    await this.#folderOf(saved.id).save(saved);
    this.#set(saved);
  }

  #set(saved: SavedExport): void {
    this.#known.set(saved.id, saved);
    for (const watcher of this.#watchers) watcher();
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  async #read(): Promise<void> {
    for (const saved of await loadExports(this.#folder)) {
      // The process ended while the export was running.
      const isOpen = saved.state === 'running' || saved.state === 'waiting';
      if (isOpen && saved.source === this.#source) this.#interrupted.push(saved.id);
      this.#known.set(saved.id, { ...saved, state: isOpen ? 'paused' : saved.state });
    }
  }

  #stateOf({ checkpoint: _checkpoint, lengths, leaveOut: _leaveOut, ...rest }: SavedExport): ExportState {
    return { ...rest, folder: this.#folderOf(rest.id).path, files: Object.keys(lengths) };
  }

  #get(id: string): SavedExport {
    const saved = this.#known.get(id);
    if (saved === undefined) throw new HTTPException(404, { message: `No export with the ID ${id}.` });
    return saved;
  }

  #folderOf(id: string): ExportFolder {
    return new ExportFolder(path.join(this.#folder, id));
  }
}

/** Returns the state of an export whose run ended with an error. */
function settle(saved: SavedExport, error: unknown, isStopped: boolean): SavedExport {
  if (isStopped) return { ...saved, state: 'paused', problem: undefined, stuck: undefined };
  const isOfSubject = error instanceof SubjectError;
  const problem = problemOf(isOfSubject ? error.cause : error);
  if (isUnreachable(problem.code)) return { ...saved, state: 'waiting', problem, stuck: undefined };
  return { ...saved, state: 'failed', problem, stuck: isOfSubject ? error.subject : undefined };
}
