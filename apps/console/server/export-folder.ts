/** The files of one export: lines, whole files, and the checkpoint that says how much of them is good. */
import { constants } from 'node:fs';
import { mkdir, open, readFile, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Checkpoint } from './export-state.js';

const CHECKPOINT = 'checkpoint.json';

/** A folder that an export is written to. */
export class ExportFolder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
  }

  /**
   * Appends lines to files, each at its known length: what a crash wrote after the last checkpoint is cut off. They are
   * on the disk when this resolves.
   *
   * @returns The new lengths, in bytes.
   */
  async append(
    lengths: Checkpoint['lengths'],
    lines: Readonly<Record<string, string>>,
  ): Promise<Checkpoint['lengths']> {
    const next = { ...lengths };
    for (const [name, text] of Object.entries(lines)) {
      const known = lengths[name] ?? 0;
      const file = await open(
        path.join(this.path, name),
        constants.O_RDWR | constants.O_CREAT | constants.O_APPEND,
      );
      try {
        const { size } = await file.stat();
        // Cutting would fill it up with zeros.
        if (size < known) throw new Error(`${name} has ${size} bytes, ${known} had been written to it.`);
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

  /** Saves the checkpoint in one step: a crash leaves the last one or this one. */
  save(checkpoint: Checkpoint): Promise<void> {
    return this.write(CHECKPOINT, JSON.stringify(checkpoint));
  }

  /** Writes a file in one step. */
  async write(name: string, text: string): Promise<void> {
    await mkdir(this.path, { recursive: true });
    const target = path.join(this.path, name);
    const file = await open(`${target}.new`, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${target}.new`, target);
  }

  /** Reads a file; undefined when it is not there. */
  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(path.join(this.path, name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** The checkpoint; undefined when the export had not begun, or the folder is somebody else's. */
  async checkpoint(): Promise<Checkpoint | undefined> {
    const text = (await this.read(CHECKPOINT)) ?? 'null';
    const checkpoint = parse(text) as Checkpoint | null;
    return checkpoint?.id === path.basename(this.path) ? checkpoint : undefined;
  }
}

/** Text as data; null when it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The checkpoints of all exports in a folder. */
export async function readCheckpoints(folder: string): Promise<Checkpoint[]> {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { withFileTypes: true });
  const found: Checkpoint[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const checkpoint = await new ExportFolder(path.join(folder, entry.name)).checkpoint();
    if (checkpoint !== undefined) found.push(checkpoint);
  }
  return found;
}
