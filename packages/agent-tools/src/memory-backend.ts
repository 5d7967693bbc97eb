/** Where the memory tool keeps its files. */

/** A file in a memory. */
export interface MemoryFile {
  /** Absolute path in the memory, for example `/notes/today.md`. */
  readonly path: string;
  /** Size in bytes of UTF-8. */
  readonly sizeBytes: number;
}

/** Passed to each method of a backend. */
export interface MemoryContext {
  /** Aborted when the run is aborted or the call times out. */
  readonly signal: AbortSignal;
}

/**
 * Storage of a memory. `directoryMemory` and `memoryStoreMemory` create one; implement the interface to keep memories
 * elsewhere, for example in a database. Paths are absolute, start below the memory's own root `/`, and are validated: at
 * most 20 segments, none of them empty, `.` or `..`. Throw a `ToolResultError` to report a problem to the model.
 */
export interface MemoryBackend {
  /** Lists the files below a directory at any depth. Returns undefined when there is no such directory; `/` always exists. */
  list(path: string, context: MemoryContext): Promise<readonly MemoryFile[] | undefined>;
  /** Reads a file. Returns undefined when there is no file at the path. */
  read(path: string, context: MemoryContext): Promise<string | undefined>;
  /** Creates a file. Returns false, without a change, when the path exists. */
  create(path: string, content: string, context: MemoryContext): Promise<boolean>;
  /** Replaces the content of a file. Returns false, without a change, when its content is no longer `previous`. */
  replace(
    path: string,
    change: { readonly content: string; readonly previous: string },
    context: MemoryContext,
  ): Promise<boolean>;
  /** Deletes a file, or a directory with all files below it. Returns false when the path does not exist. */
  delete(path: string, context: MemoryContext): Promise<boolean>;
  /** Moves a file or a directory. The tool has checked that `from` exists and `to` does not. */
  rename(from: string, to: string, context: MemoryContext): Promise<void>;
}
