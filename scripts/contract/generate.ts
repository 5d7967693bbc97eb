/** Generates every file that is derived from the contract, in a temporary folder. */
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readContractFiles } from './contract-files.ts';
import { listsOf } from './lists.ts';
import { readModules } from './modules.ts';
import { services } from './services.ts';
import { tablesOf } from './tables.ts';

/** The sources of the contract. */
export const SOURCES = 'packages/schemas/src';
const ACTIVITY_TYPES = readFileSync('scripts/contract/activity-types.txt', 'utf8');
const CACHE = path.resolve('node_modules/.cache');

/**
 * Generates the files and returns their texts by path. It changes only a copy of the sources.
 *
 * @throws Error - When a source cannot be loaded.
 */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  mkdirSync(CACHE, { recursive: true });
  const copy = mkdtempSync(path.join(CACHE, 'contract-'));
  try {
    cpSync(SOURCES, copy, { recursive: true });
    const files = new Map<string, string>();
    const add = async (file: string, text: string): Promise<void> => {
      const options = await resolveConfig(path.resolve(file));
      const formatted = await format(text, { ...options, filepath: file });
      files.set(file, formatted);
      if (file.startsWith(`${SOURCES}/`))
        writeFileSync(path.join(copy, file.slice(SOURCES.length + 1)), formatted);
    };
    const kinds = readFileSync(`${SOURCES}/compliance/activity-types.json`, 'utf8');
    await add(`${SOURCES}/compliance/activity-types.ts`, ACTIVITY_TYPES.replace('{}', kinds.trim()));
    const { files: contracts, classes } = await readContractFiles(copy);
    for (const { file, plain } of contracts)
      await add(`${SOURCES}/${file.replace('.contract.ts', '.ts')}`, plain);
    for (const service of services) {
      const lists = listsOf(
        service,
        readModules(path.join(copy, service.folder)),
        contracts.filter(({ file }) => file.startsWith(`${service.folder}/`)),
      );
      for (const [name, text] of lists) await add(`${SOURCES}/${service.folder}/${name}`, text);
    }
    const tables = await tablesOf(copy, Object.assign({}, ...contracts.map(({ sources }) => sources)));
    for (const [file, text] of [...tables, ...classes]) await add(file, text);
    return files;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
