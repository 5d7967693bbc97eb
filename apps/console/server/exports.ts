/** Exports to folders of NDJSON: they run here, so that a page can be closed and opened again meanwhile. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exportActivities } from './activity-export.js';
import type { Backend } from './backend.js';
import { exportChats } from './chat-export.js';
import { ExportFolder, readCheckpoints } from './export-folder.js';
import type { ChatsPosition, Checkpoint, ExportRequest, ExportState, ExportStep } from './export-state.js';
import { problemOf } from './problem.js';
import { addCounts, SubjectError } from './read-chat.js';
import { isUnreachable } from './traffic.js';

type Position = Checkpoint['checkpoint'];
type ActivityPosition = Exclude<Position, ChatsPosition>;

/** What is read with one request. */
export interface ExportPageSizes {
  readonly activities: number;
  readonly chats: number;
  readonly messages: number;
}

/** What {@link Exports} works with. */
export interface ExportsOptions {
  /** Folder with a folder for each export. */
  readonly folder: string;
  readonly backend: Pick<Backend, 'parlance' | 'about'>;
  readonly pageSizes?: ExportPageSizes | undefined;
}

const PAGE_SIZES: ExportPageSizes = { activities: 1000, chats: 100, messages: 500 };

/** Between two attempts to reach a service that cannot be reached; doubles from the first to the last. */
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

const NOTHING = { records: 0, messages: 0, files: 0, bytes: 0, leftOut: 0 };

/** The exports in one folder. */
export class Exports {
  readonly #folder: string;
  readonly #backend: ExportsOptions['backend'];
  readonly #pageSizes: ExportPageSizes;
  readonly #known = new Map<string, Checkpoint>();
  readonly #running = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  readonly #watchers = new Set<() => void>();
  #loaded: Promise<void> | undefined;

  constructor({ folder, backend, pageSizes = PAGE_SIZES }: ExportsOptions) {
    this.#folder = folder;
    this.#backend = backend;
    this.#pageSizes = pageSizes;
  }

  /** Begins an export. */
  async start(request: ExportRequest): Promise<string> {
    await this.#load();
    // Without a key it is refused here, where it was asked for.
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
    this.#begin(id);
    return id;
  }

  /** Stops after what has been written. */
  pause(id: string): void {
    this.#running.get(id)?.stop.abort();
  }

  /** Goes on where it stopped. */
  async resume(id: string): Promise<void> {
    if (await this.#hasStopped(id)) this.#begin(id);
  }

  /** Goes on without what could not be read; `left-out.ndjson` names it. */
  async leaveOut(id: string): Promise<void> {
    if (!(await this.#hasStopped(id))) return;
    const { stuck, leaveOut } = this.#of(id);
    if (stuck !== undefined) this.#know({ ...this.#of(id), leaveOut: [...leaveOut, stuck.id] });
    this.#begin(id);
  }

  /** Path of a file of lines of an export that is done; undefined for any other. */
  async fileOf(id: string, name: string): Promise<string | undefined> {
    await this.#load();
    const known = this.#known.get(id);
    const isThere = known?.state === 'done' && Object.hasOwn(known.lengths, name);
    return isThere ? path.join(this.#folderOf(id).path, name) : undefined;
  }

  /** All exports, newest first, at once and after each change, until the signal fires. */
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
          .map((known) => this.#shown(known))
          .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
        await changed;
      }
    } finally {
      this.#watchers.delete(onChange);
      signal.removeEventListener('abort', onChange);
    }
  }

  /** Pauses everything, and waits until nothing is written any more. */
  async close(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { stop } of running) stop.abort();
    await Promise.all(running.map(({ ended }) => ended));
  }

  /** The emulator of this process is another at each start, and always the same organization. */
  get #source(): string {
    return this.#backend.about.emulator ? 'the emulator' : this.#backend.about.host;
  }

  /** Whether it is paused or has failed; its last run has then ended. */
  async #hasStopped(id: string): Promise<boolean> {
    await this.#load();
    const { state } = this.#of(id);
    if (state !== 'paused' && state !== 'failed') return false;
    await this.#running.get(id)?.ended;
    return !this.#running.has(id);
  }

  #begin(id: string): void {
    const stop = new AbortController();
    // What is shown changes at once; what is saved with the first step.
    this.#know({ ...this.#of(id), state: 'running', problem: undefined, stuck: undefined });
    const ended = this.#run(id, stop.signal).finally(() => this.#running.delete(id));
    this.#running.set(id, { stop, ended });
  }

  /** Writes until everything is there, it is stopped, or something fails that waiting does not mend. Never rejects. */
  async #run(id: string, signal: AbortSignal): Promise<void> {
    for (let round = 0; ; round += 1) {
      const before = this.#of(id).checkpoint;
      try {
        for await (const step of this.#steps(id, signal)) await this.#take(id, step);
        return await this.#save({ ...this.#of(id), state: 'done' });
      } catch (error) {
        const settled = settle(this.#of(id), error, signal.aborted);
        // When the disk does not take it, the checkpoint before this one holds, and the page says what happened.
        await this.#save(settled).catch(() => this.#know(settled));
        if (settled.state !== 'waiting') return;
      }
      if (this.#of(id).checkpoint !== before) round = 0;
      await wait(WAITS_MS[Math.min(round, WAITS_MS.length - 1)], undefined, { signal }).catch(() => {});
    }
  }

  #steps(id: string, signal: AbortSignal): AsyncIterable<ExportStep<NonNullable<Position>>> {
    const { request, checkpoint, leaveOut, source } = this.#of(id);
    if (source !== this.#source) {
      throw new Error(`This export is of ${source}, the console is connected to ${this.#source}.`);
    }
    const client = this.#backend.parlance.compliance;
    const { activities, chats, messages } = this.#pageSizes;
    if (request.kind === 'activities') {
      // A checkpoint is of the kind of its export, here and below.
      const resumeFrom = checkpoint as ActivityPosition;
      return exportActivities({ client, filters: request.filters, resumeFrom, perPage: activities, signal });
    }
    return exportChats({
      client,
      filters: request.filters,
      resumeFrom: checkpoint as ChatsPosition | null,
      perPage: chats,
      messagesPerPage: messages,
      leaveOut,
      folder: this.#folderOf(id),
      signal,
    });
  }

  /** Writes lines, then the checkpoint; the last step and the end are one, so that nothing is written twice. */
  async #take(id: string, { lines, adds, reached, people, checkpoint }: ExportStep<NonNullable<Position>>) {
    const known = this.#of(id);
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

  async #save(checkpoint: Checkpoint): Promise<void> {
    await this.#folderOf(checkpoint.id).save(checkpoint);
    this.#know(checkpoint);
  }

  #know(checkpoint: Checkpoint): void {
    this.#known.set(checkpoint.id, checkpoint);
    for (const watcher of this.#watchers) watcher();
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  async #read(): Promise<void> {
    for (const checkpoint of await readCheckpoints(this.#folder)) {
      // Its process ended while it ran.
      const isOpen = checkpoint.state === 'running' || checkpoint.state === 'waiting';
      this.#known.set(checkpoint.id, { ...checkpoint, state: isOpen ? 'paused' : checkpoint.state });
    }
  }

  #shown({ checkpoint: _position, lengths, leaveOut: _leaveOut, ...rest }: Checkpoint): ExportState {
    return { ...rest, folder: this.#folderOf(rest.id).path, files: Object.keys(lengths) };
  }

  #of(id: string): Checkpoint {
    const checkpoint = this.#known.get(id);
    if (checkpoint === undefined) throw new Error(`There is no export ${id}.`);
    return checkpoint;
  }

  #folderOf(id: string): ExportFolder {
    return new ExportFolder(path.join(this.#folder, id));
  }
}

/** What becomes of an export that ended with an error. */
function settle(checkpoint: Checkpoint, error: unknown, isStopped: boolean): Checkpoint {
  if (isStopped) return { ...checkpoint, state: 'paused', problem: undefined, stuck: undefined };
  const isOfSubject = error instanceof SubjectError;
  const problem = problemOf(isOfSubject ? error.cause : error);
  if (isUnreachable(problem.code)) return { ...checkpoint, state: 'waiting', problem, stuck: undefined };
  return { ...checkpoint, state: 'failed', problem, stuck: isOfSubject ? error.subject : undefined };
}
