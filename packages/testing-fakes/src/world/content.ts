/** Contents of files: bytes, in memory or on disk. They are written and read in chunks, so a large file is never one value. */

/** The bytes of a file. Never modified. */
export interface Content {
  /** Size in bytes. */
  readonly size: number;
  /** Reads the bytes in order. */
  chunks(): Iterable<Uint8Array>;
}

/** Receives the bytes of a file as they arrive. */
export interface ContentWriter {
  /** Appends a chunk. It must not be modified afterwards. */
  write(chunk: Uint8Array): void;
  /** Completes the content. */
  end(): Content;
  /** Frees the bytes, unless a world has stored the content. */
  discard(): void;
}

/** File contents of a world, by file id. */
export interface Contents {
  /** Returns a content; undefined when it does not exist. */
  get(id: string): Content | undefined;
  /** Stores a content, replacing the one with this id. */
  put(id: string, content: Content): void;
  /** Removes a content. */
  delete(id: string): void;
  /** All contents, oldest first. */
  entries(): Iterable<readonly [id: string, content: Content]>;
}

/** Returns the whole content as one buffer. Meant for small files; large ones are read in chunks. */
export function readContent(content: Content | undefined): Buffer {
  return content === undefined ? Buffer.alloc(0) : Buffer.concat([...content.chunks()]);
}

/** Creates a content in memory. */
export function memoryContent(chunks: readonly Uint8Array[]): Content {
  const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  return { size, chunks: () => chunks };
}

/** Creates a writer that keeps the bytes in memory. */
export function memoryWriter(): ContentWriter {
  const chunks: Uint8Array[] = [];
  return {
    write: (chunk) => void chunks.push(chunk),
    end: () => memoryContent(chunks),
    discard: () => {},
  };
}

/** Creates the contents of a world in memory. */
export function memoryContents(initial: Iterable<readonly [string, Content]> = []): Contents {
  const byId = new Map(initial);
  return {
    get: (id) => byId.get(id),
    put: (id, content) => void byId.set(id, content),
    delete: (id) => void byId.delete(id),
    entries: () => byId,
  };
}
