/** A folder with what each test of a run relied on: one file per emulator. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readUntrustedFile, writePrivateFile } from '@parlance/files';
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import {
  factsOf,
  relianceOfAll,
  type Reliance,
  type RelianceFacts,
  type RelianceSource,
} from './reliance.js';

/** Environment variable with the folder. While it is set, `withFake` writes to it. */
export const RELIANCE_FOLDER = 'PARLANCE_RELIANCE';

const counts = z.record(z.string(), z.int().min(1));
const schema: z.ZodType<RelianceFacts> = z.object({
  operations: counts,
  rules: counts,
  scenario_problems: z.array(z.string()),
});

/** Writes what a test relied on. */
export async function saveFacts(fake: RelianceSource, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writePrivateFile(join(folder, `${randomUUID()}.json`), JSON.stringify(factsOf(fake)));
}

/**
 * Returns what the tests of a run relied on.
 *
 * @throws {InputError} When a file of the folder is not one that {@link saveFacts} has written.
 */
export async function readReliance(folder: string): Promise<Reliance> {
  const facts: RelianceFacts[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()) {
    const text = await readUntrustedFile(join(folder, name), { maxBytes: 10_000_000 });
    facts.push(parseInput(schema, JSON.parse(text), { source: name }));
  }
  return relianceOfAll(facts);
}
