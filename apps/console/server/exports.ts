/** Exports to NDJSON files: they run here, so that a page can be closed and opened again meanwhile. */
import { mkdir, open, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PagePosition } from '@parlance/core-transport';
import type { ActivityListParams } from '@parlance/schemas';
import type { Backend } from './backend.js';
import { problemOf, type Problem } from './problem.js';

/** An export as the page shows it. */
export interface ExportState {
  readonly id: string;
  readonly createdAt: string;
  readonly filters: ActivityListParams;
  readonly state: 'running' | 'paused' | 'failed' | 'done';
  readonly records: number;
  readonly bytes: number;
  /** Time of the last record: exports go from the newest to the oldest. */
  readonly reached: string | null;
  readonly problem?: Problem | undefined;
  /** Saved after each page: from here the export goes on, also in another process. */
  readonly position: PagePosition | null;
}

const PER_PAGE = 100;

/** The exports in one folder. */
export class Exports {
  readonly #folder: string;
  readonly #client: Backend['parlance'];
  readonly #known = new Map<string, ExportState>();
  readonly #running = new Map<string, AbortController>();
  readonly #watchers = new Set<() => void>();
  #loaded: Promise<void> | undefined;

  constructor(folder: string, client: Backend['parlance']) {
    this.#folder = folder;
    this.#client = client;
  }

  /** Begins an export. */
  async start(filters: ActivityListParams): Promise<string> {
    await this.#load();
    const id = crypto.randomUUID();
    const createdAt = new Date().toISOString();
    await this.#save({
      id,
      createdAt,
      filters,
      state: 'running',
      records: 0,
      bytes: 0,
      reached: null,
      position: null,
    });
    void this.#run(id);
    return id;
  }

  /** Stops after what has been written. */
  pause(id: string): void {
    this.#running.get(id)?.abort();
  }

  /** Goes on where it stopped. */
  async resume(id: string): Promise<void> {
    await this.#load();
    const known = this.#known.get(id);
    if (known === undefined || known.state === 'done' || this.#running.has(id)) return;
    void this.#run(id);
  }

  /** The file of an export that is done; undefined for any other. */
  async fileOf(id: string): Promise<string | undefined> {
    await this.#load();
    return this.#known.get(id)?.state === 'done' ? this.#path(id, 'ndjson') : undefined;
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
        yield [...this.#known.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
        await changed;
      }
    } finally {
      this.#watchers.delete(onChange);
      signal.removeEventListener('abort', onChange);
    }
  }

  async #run(id: string): Promise<void> {
    const stop = new AbortController();
    this.#running.set(id, stop);
    try {
      const { filters, position } = this.#of(id);
      await this.#save({ ...this.#of(id), state: 'running', problem: undefined });
      const options = { signal: stop.signal, ...(position === null ? {} : { from: position }) };
      const pages = this.#client.compliance.activities.list({ ...filters, limit: PER_PAGE }, options).pages();
      for await (const page of pages) await this.#append(id, page);
      await this.#save({ ...this.#of(id), state: 'done' });
    } catch (error) {
      const problem = stop.signal.aborted ? undefined : problemOf(error);
      await this.#save({ ...this.#of(id), state: problem === undefined ? 'paused' : 'failed', problem });
    } finally {
      this.#running.delete(id);
    }
  }

  /** Writes a page, then the checkpoint. What a crash wrote after the last checkpoint is cut off. */
  async #append(
    id: string,
    page: {
      readonly data: readonly { created_at?: string | undefined }[];
      readonly position: PagePosition | null;
    },
  ) {
    const before = this.#of(id);
    const text = page.data.map((record) => `${JSON.stringify(record)}\n`).join('');
    const file = await open(this.#path(id, 'ndjson'), before.bytes === 0 ? 'w' : 'r+');
    try {
      await file.truncate(before.bytes);
      await file.write(text, before.bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await this.#save({
      ...before,
      records: before.records + page.data.length,
      bytes: before.bytes + Buffer.byteLength(text),
      reached: page.data.at(-1)?.created_at ?? before.reached,
      position: page.position ?? before.position,
    });
  }

  async #save(checkpoint: ExportState): Promise<void> {
    this.#known.set(checkpoint.id, checkpoint);
    const target = this.#path(checkpoint.id, 'json');
    await writeFile(`${target}.new`, JSON.stringify(checkpoint));
    await rename(`${target}.new`, target);
    for (const watcher of this.#watchers) watcher();
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  async #read(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith('.json')) continue;
      const checkpoint = JSON.parse(await readFile(path.join(this.#folder, name), 'utf8')) as ExportState;
      // Its process ended while it ran.
      const state = checkpoint.state === 'running' ? 'paused' : checkpoint.state;
      this.#known.set(checkpoint.id, { ...checkpoint, state });
    }
  }

  #of(id: string): ExportState {
    const checkpoint = this.#known.get(id);
    if (checkpoint === undefined) throw new Error(`There is no export ${id}.`);
    return checkpoint;
  }

  #path(id: string, extension: string): string {
    return path.join(this.#folder, `${id}.${extension}`);
  }
}
