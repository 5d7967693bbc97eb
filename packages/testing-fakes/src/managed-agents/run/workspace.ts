/** Files visible to a session: written files, mounted files, repositories and memory stores. */
import {
  memoryLimits,
  memoryPathProblems,
  type FileResource,
  type MemoryStoreResource,
  type RepositoryResource,
} from '@parlance/schemas/managed-agents';
import type { World } from '../../world/world.js';
import { memories, memoryStores, sessionResources, workspaceFiles } from '../collections.js';
import { addFile, contentOf } from '../../workspace/files.js';
import { sessionScenarioOf } from './scripted-sessions.js';
import { addMemory, changeMemory, memoryAt } from '../memory-files.js';

/** Base directory of relative paths. */
export const WORKING_DIRECTORY = '/workspace';
/** Files written to this directory can be downloaded. */
export const OUTPUTS = '/mnt/session/outputs/';

/** File error whose message is reported to the agent. */
export class WorkspaceError extends Error {}

/** Files of a session. */
export class Workspace {
  readonly #world: World;
  readonly #sessionId: string;

  constructor(world: World, sessionId: string) {
    this.#world = world;
    this.#sessionId = sessionId;
  }

  /** Normalizes a path to an absolute one. @throws {WorkspaceError} If the path leaves the root. */
  resolve(path: string): string {
    const absolute = path.startsWith('/') ? path : `${WORKING_DIRECTORY}/${path}`;
    const segments: string[] = [];
    for (const segment of absolute.split('/')) {
      if (segment === '' || segment === '.') continue;
      if (segment !== '..') segments.push(segment);
      else if (segments.pop() === undefined) throw new WorkspaceError(`${path}: no such file or directory`);
    }
    return `/${segments.join('/')}`;
  }

  /** Reads a file. @throws {WorkspaceError} If the file does not exist. */
  read(path: string): string {
    const at = this.resolve(path);
    const text = this.#all().get(at);
    if (text !== undefined) return text();
    const store = this.#storeAt(at);
    if (store !== undefined && this.#world.store.of(memoryStores).get(store.memory_store_id) === undefined)
      throw new WorkspaceError(`${path}: the memory store is deleted`);
    throw new WorkspaceError(`${path}: no such file`);
  }

  /** Writes a file. @throws {WorkspaceError} If the path is not writable or the text is too large. */
  write(path: string, text: string): void {
    const at = this.resolve(path);
    const store = this.#storeAt(at);
    if (store !== undefined) this.#writeMemory(store, at, text);
    else this.#world.store.of(workspaceFiles, this.#sessionId).put(at, { text });
    if (at.startsWith(OUTPUTS))
      addFile(this.#world, {
        filename: at.slice(at.lastIndexOf('/') + 1),
        mimeType: 'text/plain',
        data: Buffer.from(text),
        sessionId: this.#sessionId,
      });
  }

  /** Returns all files, sorted by path. */
  files(): { readonly path: string; readonly read: () => string }[] {
    const files = [...this.#all()].map(([path, read]) => ({ path, read }));
    return files.sort((first, second) => (first.path < second.path ? -1 : 1));
  }

  #writeMemory(store: MemoryStoreResource, at: string, text: string): void {
    if (store.access === 'read_only') throw new WorkspaceError(`${at}: the memory store is read-only`);
    const record = this.#world.store.of(memoryStores).get(store.memory_store_id);
    if (record === undefined) throw new WorkspaceError(`${at}: the memory store is deleted`);
    if (record.archived_at != null) throw new WorkspaceError(`${at}: the memory store is archived`);
    const path = at.slice((store.mount_path ?? '').length);
    const [problem] = memoryPathProblems(path);
    if (problem !== undefined) throw new WorkspaceError(`${at}: ${problem}`);
    if (Buffer.byteLength(text) > memoryLimits.contentBytes)
      throw new WorkspaceError(`${at}: a memory must be at most ${memoryLimits.contentBytes} bytes`);
    const place = {
      world: this.#world,
      storeId: store.memory_store_id,
      actor: { type: 'session_actor' as const, session_id: this.#sessionId },
    };
    const memory = memoryAt(this.#world, store.memory_store_id, path);
    if (memory === undefined) addMemory(place, path, text);
    else changeMemory(place, memory, { content: text });
  }

  /** Returns the memory store that a path is in, or undefined. */
  #storeAt(path: string): MemoryStoreResource | undefined {
    const stores = this.#resources().filter((resource) => resource.type === 'memory_store');
    return stores.find(({ mount_path: mount }) => path.startsWith(`${mount}/`));
  }

  #resources(): (FileResource | RepositoryResource | MemoryStoreResource)[] {
    return this.#world.store
      .of(sessionResources, this.#sessionId)
      .entries()
      .map(({ record }) => record.resource as FileResource | RepositoryResource | MemoryStoreResource);
  }

  /** All files by path, read on demand. Files written by the session shadow mounted ones. */
  #all(): Map<string, () => string> {
    const found = new Map<string, () => string>();
    for (const resource of this.#resources()) {
      if (resource.type === 'file')
        found.set(this.resolve(resource.mount_path), () =>
          contentOf(this.#world, resource.file_id).toString('utf8'),
        );
      else if (resource.type === 'githost_repository') {
        const { repositories = {} } = sessionScenarioOf(this.#world);
        const staged = Object.hasOwn(repositories, resource.url) ? repositories[resource.url] : undefined;
        for (const [path, text] of Object.entries(staged ?? { 'README.md': `# ${resource.url}\n` }))
          found.set(this.resolve(`${resource.mount_path}/${path}`), () => text);
        found.set(this.resolve(`${resource.mount_path}/.git/HEAD`), () => headOf(resource));
      } else
        for (const { record } of this.#world.store.of(memories, resource.memory_store_id).entries())
          found.set(`${resource.mount_path}${record.path}`, () => record.content);
    }
    for (const { id, record } of this.#world.store.of(workspaceFiles, this.#sessionId).entries())
      found.set(id, () => record.text);
    return found;
  }
}

/** Returns what the clone of a repository has checked out, as git stores it. */
function headOf({ checkout }: RepositoryResource): string {
  if (checkout?.type === 'commit') return `${checkout.sha}\n`;
  return `ref: refs/heads/${checkout?.type === 'branch' ? checkout.name : 'main'}\n`;
}
