/** `parlance-fakes export` and `import`: moves worlds between data files and JSON files. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { FileError, writePrivateFile } from '@parlance/files';
import * as z from 'zod';
import { DataFileError } from '../file-store/data-file-error.js';
import { openWorldFile } from '../file-store/world-file.js';
import { LoadedSchemas } from '../emulator/loaded-schemas.js';
import { services } from '../fake/services.js';
import { openSnapshot, readSnapshot, takeSnapshot } from '../world/snapshot.js';
import { checkWorldName, WorldNameSchema } from '../world/world-name.js';
import { readArguments, readDocument, show, UsageError } from './arguments.js';

/**
 * Exports a world from a data file to a JSON file. The file is written atomically.
 *
 * @param argv - Arguments after `export`.
 * @returns Text to print.
 * @throws {UsageError} When an argument or a file is invalid.
 */
export async function exportWorld(argv: readonly string[]): Promise<string> {
  const { data, to, world: name = 'default' } = readArguments(argv, exportOptions);
  if (!existsSync(data)) throw new UsageError(`--data ${show(data)}: file not found`);
  const store = await openData(data);
  try {
    if (!store.names().includes(name))
      throw new UsageError(
        `--world ${show(name)}: not in the data file, which contains: ${listed(store.names())}`,
      );
    const world = store.open(name);
    await replaceFile(to, `${JSON.stringify(world === undefined ? undefined : takeSnapshot(world))}\n`);
    return `Exported ${name} to ${to}\n`;
  } finally {
    store.close();
  }
}

/**
 * Imports a world from a JSON file into a data file, replacing any world of the same name. The import is atomic: if the
 * process is killed, the data file contains either the whole world or nothing new.
 *
 * @param argv - Arguments after `import`.
 * @returns Text to print.
 * @throws {UsageError} When an argument or a file is invalid. The data file is left unchanged.
 */
export async function importWorld(argv: readonly string[]): Promise<string> {
  const { data, from, world } = readArguments(argv, importOptions);
  const schemas = new LoadedSchemas(services);
  await schemas.loadAll();
  const snapshot = await readDocument({
    name: '--from',
    path: from,
    read: (value) => readSnapshot(value, schemas.records()),
  });
  const name = world ?? snapshot.world;
  requireWorldName(world === undefined ? `--from ${show(from)}` : '--world', name);
  // A new data file is created under a temporary name and renamed; an existing one is changed in one transaction.
  const isNew = !existsSync(data);
  const path = isNew ? `${data}.part` : data;
  if (isNew) rmSync(path, { force: true });
  const store = await openData(path);
  let isImported = false;
  try {
    store.keep(openSnapshot(snapshot, name));
    isImported = true;
  } catch (error) {
    throw usageErrorOf(error);
  } finally {
    store.close();
    if (isNew && !isImported) rmSync(path, { force: true });
  }
  if (isNew) renameSync(path, data);
  return `Imported ${name} into ${data}\n`;
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

async function replaceFile(path: string, text: string): Promise<void> {
  try {
    await writePrivateFile(path, text);
  } catch (error) {
    throw error instanceof FileError ? new UsageError(`--to ${show(path)}: ${error.problem}`) : error;
  }
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'no worlds' : names.slice(0, 20).join(', ');
}
