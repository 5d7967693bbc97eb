/** File contents in a data file, as chunks of bytes. */
import type { Content, Contents, ContentWriter } from '../world/content.js';
import type { DataFile } from './data-file.js';

const CHUNK_BYTES = 1024 * 1024;

/** A content in a data file. Worlds can share it. */
export class StoredContent implements Content {
  readonly size: number;
  /** Number of the content in the file. */
  readonly blob: number;
  readonly #file: DataFile;

  constructor(file: DataFile, blob: number, size: number) {
    this.#file = file;
    this.blob = blob;
    this.size = size;
  }

  chunks(): Iterable<Uint8Array> {
    return this.#file.chunks(this.blob);
  }

  /** Whether the content is in a file. */
  isIn(file: DataFile): boolean {
    return this.#file === file;
  }
}

/** Writes a content to a data file, in chunks of 1 MB. */
export class StoredContentWriter implements ContentWriter {
  readonly #file: DataFile;
  readonly #blob: number;
  readonly #pieces: Uint8Array[] = [];
  readonly #epoch: number;
  #pending = 0;
  #written = 0;
  #chunks = 0;

  constructor(file: DataFile) {
    this.#file = file;
    this.#blob = file.newBlob();
    this.#epoch = file.epoch;
  }

  write(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#pending += piece.byteLength;
    if (this.#pending >= CHUNK_BYTES) this.#flush();
  }

  end(): Content {
    this.#file.requireEpoch(this.#epoch);
    if (this.#pending > 0) this.#flush();
    return new StoredContent(this.#file, this.#blob, this.#written);
  }

  discard(): void {
    try {
      this.#file.dropBlob(this.#blob);
    } catch {
      // They are removed when the file is opened again.
    }
  }

  #flush(): void {
    // A failed write also undid the chunks before it.
    this.#file.requireEpoch(this.#epoch);
    this.#file.writeChunk(this.#blob, this.#chunks++, Buffer.concat(this.#pieces));
    this.#written += this.#pending;
    this.#pieces.length = 0;
    this.#pending = 0;
  }
}

/** The file contents of a world in a data file. */
export class StoredContents implements Contents {
  readonly #file: DataFile;
  readonly #world: string;
  readonly #byId: Map<string, Content>;
  readonly #onChange: () => void;

  constructor(file: DataFile, world: string, onChange: () => void) {
    this.#file = file;
    this.#world = world;
    this.#onChange = onChange;
    this.#byId = new Map(
      file.contents(world).map(({ id, blob, size }) => [id, new StoredContent(file, blob, size)]),
    );
  }

  get(id: string): Content | undefined {
    return this.#byId.get(id);
  }

  put(id: string, content: Content): void {
    this.delete(id);
    this.#byId.set(id, storeContent(this.#file, { world: this.#world, id, content }));
    this.#onChange();
  }

  delete(id: string): void {
    if (!this.#byId.delete(id)) return;
    this.#file.removeContent(this.#world, id);
    this.#onChange();
  }

  entries(): Iterable<readonly [id: string, content: Content]> {
    return this.#byId;
  }
}

/** Adds a content to a world. A content of the same file is shared, any other is copied. */
export function storeContent(
  file: DataFile,
  { world, id, content }: { readonly world: string; readonly id: string; readonly content: Content },
): StoredContent {
  const stored = content instanceof StoredContent && content.isIn(file) ? content : copyOf(file, content);
  file.writeContent(world, id, stored);
  return stored;
}

function copyOf(file: DataFile, content: Content): StoredContent {
  const writer = new StoredContentWriter(file);
  for (const chunk of content.chunks()) writer.write(chunk);
  return writer.end() as StoredContent;
}
