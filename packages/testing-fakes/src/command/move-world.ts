/** `parlance-fakes export` and `import`: a world of a data file as a JSON file, and back. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { DataFileError, openWorldFile } from '../file-store/index.js';
import { openSnapshot, readSnapshot, takeSnapshot } from '../world/snapshot.js';
import { checkWorldName, WorldNameSchema } from '../world/world-name.js';
import { readArguments, readDocument, show, UsageError } from './arguments.js';

/**
 * Writes a world of a data file as JSON. The file is whole when it is there: it is written beside and renamed.
 *
 * @param argv - Arguments after `export`.
 * @returns What to print.
 * @throws {UsageError} For arguments or files that are not as they should be.
 */
export async function exportWorld(argv: readonly string[]): Promise<string> {
  const { data, to, world: name = 'default' } = readArguments(argv, exportOptions);
  if (!existsSync(data)) throw new UsageError(`--data ${show(data)}: there is no such file.`);
  const store = await openData(data);
  try {
    if (!store.names().includes(name))
      throw new UsageError(
        `--world ${show(name)}: the file has no such world; it has ${listed(store.names())}.`,
      );
    const world = store.open(name, { faults: [], rateLimits: {} });
    replaceFile(to, `${JSON.stringify(world === undefined ? undefined : takeSnapshot(world))}\n`);
    return `exported ${name} to ${to}\n`;
  } finally {
    store.close();
  }
}

/**
 * Puts a world from a JSON file into a data file, in the place of any other of its name. It is there as a whole or, if
 * the process ends before, not at all.
 *
 * @param argv - Arguments after `import`.
 * @returns What to print.
 * @throws {UsageError} For arguments or files that are not as they should be; the data file is left as it was.
 */
export async function importWorld(argv: readonly string[]): Promise<string> {
  const { data, from, world } = readArguments(argv, importOptions);
  const snapshot = readDocument({ name: '--from', path: from, read: readSnapshot });
  const name = world ?? snapshot.world;
  requireWorldName(world === undefined ? `--from ${show(from)}` : '--world', name);
  // A new data file is made beside and renamed; in one that is there, the world comes in one transaction.
  const isNew = !existsSync(data);
  const path = isNew ? `${data}.part` : data;
  if (isNew) rmSync(path, { force: true });
  const store = await openData(path);
  let isIn = false;
  try {
    store.keep(openSnapshot(snapshot, name));
    isIn = true;
  } catch (error) {
    throw usageErrorOf(error);
  } finally {
    store.close();
    if (isNew && !isIn) rmSync(path, { force: true });
  }
  if (isNew) renameSync(path, data);
  return `imported ${name} into ${data}\n`;
}

const file = z.string().min(1);
const common = { data: file, world: WorldNameSchema.optional() };
const exportOptions = z.strictObject({ ...common, to: file });
const importOptions = z.strictObject({ ...common, from: file });

function requireWorldName(argument: string, name: string): void {
  try {
    checkWorldName(name);
  } catch (error) {
    throw new UsageError(`${argument}: ${(error as Error).message}`);
  }
}

async function openData(path: string): ReturnType<typeof openWorldFile> {
  try {
    return await openWorldFile(path);
  } catch (error) {
    throw usageErrorOf(error);
  }
}

function usageErrorOf(error: unknown): unknown {
  return error instanceof DataFileError ? new UsageError(error.message) : error;
}

function replaceFile(path: string, text: string): void {
  const part = `${path}.part`;
  try {
    writeFileSync(part, text);
    renameSync(part, path);
  } catch {
    rmSync(part, { force: true });
    throw new UsageError(`--to ${show(path)}: the file cannot be written.`);
  }
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.slice(0, 20).join(', ');
}
