/** Stores the worlds of an emulator in a file. */
import { createWorld, type World } from '../world/world.js';
import { createClock, type Clock } from '../world/clock.js';
import type { Snapshot } from '../world/snapshot.js';
import type { ContentWriter } from '../world/content.js';
import type { WorldKeeper } from '../world/world-keeper.js';
import { DataFile } from './data-file.js';
import { FileStore } from './file-store.js';
import { openDatabase } from './open-database.js';
import { storeContent, StoredContentWriter } from './stored-content.js';

type SavedWorld = Pick<Snapshot, 'world' | 'seed' | 'state' | 'collections'>;

/**
 * Opens a file that stores the worlds of an emulator. Pass the result to the `store` option of `createFake`. Every change
 * is written before the response to its request starts, so it survives a killed process.
 *
 * @param path - Path of the file, created if it is missing. Only one process at a time can use it.
 * @throws {DataFileError} When the file is damaged, in use, or was written by another release or another program. It is
 * left unchanged.
 */
export async function openWorldFile(path: string): Promise<WorldKeeper> {
  return new WorldFile(new DataFile(await openDatabase(path)));
}

class WorldFile implements WorldKeeper {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  open(name: string): World | undefined {
    const saved = this.#file.read(name);
    if (saved === undefined) return undefined;
    // A running clock follows real time, which has passed since the world was saved.
    const passedMs = saved.clock === 'running' ? Math.max(0, Date.now() - saved.savedAt) : 0;
    return this.#bind(saved, createClock({ mode: saved.clock, start: saved.now + passedMs }));
  }

  keep(world: World): World {
    const { name, seed, clock, store } = world;
    const collections = store.dump();
    const replaced = this.#file.contents(name);
    this.#file.forget(name);
    for (const { name: collection, owner, next, entries } of collections) {
      const place = { world: name, name: collection, owner: owner ?? '' };
      for (const [sequence, id, record] of entries)
        this.#file.writeRecord(place, { sequence, id, record }, next);
    }
    for (const [id, content] of store.contents.entries())
      storeContent(this.#file, { world: name, id, content });
    for (const { blob } of replaced) this.#file.dropBlob(blob);
    const saved = { world: name, seed, state: world.state(), collections };
    const kept = this.#bind(saved, clock, world.local);
    this.#writeFacts(kept);
    this.#file.commit();
    return kept;
  }

  forget(name: string): void {
    const removed = this.#file.contents(name);
    this.#file.forget(name);
    for (const { blob } of removed) this.#file.dropBlob(blob);
    this.#file.commit();
  }

  createWriter(): ContentWriter {
    return new StoredContentWriter(this.#file);
  }

  names(): readonly string[] {
    return this.#file.names();
  }

  get problem(): string | undefined {
    return this.#file.problem;
  }

  close(): void {
    this.#file.close();
  }

  #bind(saved: SavedWorld, clock: Clock, local?: World['local']): World {
    const store = new FileStore({
      file: this.#file,
      world: saved.world,
      collections: saved.collections,
      writeFacts: () => this.#writeFacts(world),
    });
    const world: World = createWorld({
      name: saved.world,
      seed: saved.seed,
      store,
      clock,
      state: saved.state,
      local,
    });
    return world;
  }

  #writeFacts(world: World): void {
    const { name, seed, clock } = world;
    this.#file.writeWorld({ world: name, seed, now: clock.now(), clock: clock.mode, state: world.state() });
  }
}
