/** The files of one export: lines, attachments, and the checkpoint that says how much of them is valid. */
import { constants } from 'node:fs';
import { mkdir, open, readFile, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { SavedExport } from './export-state.js';

const CHECKPOINT = 'checkpoint.json';

/** The folder of an export. It and its files are readable by their owner only. */
export class ExportFolder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
  }

  /**
   * Appends lines to files, each at its known length. Anything that a crash left behind it is truncated. The lines are
   * flushed to disk when this resolves.
   *
   * @returns The new lengths, in bytes.
   */
  async append(
    lengths: SavedExport['lengths'],
    lines: Readonly<Record<string, string>>,
  ): Promise<SavedExport['lengths']> {
    const next = { ...lengths };
    for (const [name, text] of Object.entries(lines)) {
      const known = lengths[name] ?? 0;
      const file = await open(
        path.join(this.path, name),
        constants.O_RDWR | constants.O_CREAT | constants.O_APPEND,
        0o600,
      );
      try {
        const { size } = await file.stat();
        // Truncating to a larger size would pad the file with zeros.
        if (size < known) throw new Error(`${name} is ${size} bytes, but ${known} were written to it.`);
        await file.truncate(known);
        await file.appendFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      next[name] = known + Buffer.byteLength(text);
    }
    return next;
  }

  /** Saves the export atomically: after a crash, the folder has either the previous state or this one. */
  save(saved: SavedExport): Promise<void> {
    return this.write(CHECKPOINT, JSON.stringify(saved));
  }

  /** Writes a file atomically. */
  async write(name: string, text: string): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    const target = path.join(this.path, name);
    const file = await open(`${target}.new`, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${target}.new`, target);
  }

  /** Reads a file. Returns undefined if it does not exist. */
  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(path.join(this.path, name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Loads the saved export. Returns undefined if the folder does not belong to an export. */
  async load(): Promise<SavedExport | undefined> {
    const text = (await this.read(CHECKPOINT)) ?? 'null';
    const saved = parse(text) as SavedExport | null;
    return saved?.id === path.basename(this.path) ? saved : undefined;
  }
}

/** Parses JSON. Returns null if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Loads all exports saved in a folder. */
export async function loadExports(folder: string): Promise<SavedExport[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = await readdir(folder, { withFileTypes: true });
  const found: SavedExport[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const saved = await new ExportFolder(path.join(folder, entry.name)).load();
    if (saved !== undefined) found.push(saved);
  }
  return found;
}
