/**
 * Searches for inputs that end, block or break the emulator, the client or the console: `npm run fuzz -- --seconds 60`.
 * Runs the inputs in `corpus` first, then mutates them. An input that shows a defect is added to the corpus: commit it
 * together with the fix.
 *
 * `--target NAME` runs one target, `--seed N` repeats a run.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { TargetThread } from './target-thread.ts';
import { mutate, randomFrom } from './mutate.ts';
import { TARGET_NAMES } from './names.ts';

const CORPUS = path.join(import.meta.dirname, 'corpus');
/** A part of an input: with or without the punctuation around it. */
const WORD = /\S{3,40}|\w+|\r\n|\W/g;
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    target: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const all: readonly string[] = TARGET_NAMES;
const names = values.target === undefined ? all : [values.target];
const unknown = names.find((name) => !all.includes(name));
const seconds = Number(values.seconds);
if (unknown !== undefined || !(seconds > 0)) {
  console.error(`usage: npm run fuzz -- [--seconds N] [--seed N] [--target ${all.join('|')}]`);
  process.exit(2);
}

let failed = false;
for (const name of names) {
  const defect = await fuzz(name, (seconds * 1000) / names.length);
  if (defect === undefined) continue;
  failed = true;
  console.error(
    `FAILED ${name}: ${defect.what}\n       input: ${path.relative(process.cwd(), save(name, defect.input))}`,
  );
}
if (failed) console.error(`repeat with --seed ${values.seed}`);
process.exit(failed ? 1 : 0);

interface Defect {
  readonly what: string;
  readonly input: Buffer;
}

/** Runs a target for a time. Returns the first defect. */
async function fuzz(name: string, milliseconds: number): Promise<Defect | undefined> {
  const below = randomFrom(Number(values.seed));
  const thread = await TargetThread.start(name);
  const pool: Buffer[] = [];
  const outcomes = new Set<string>();
  const known = readCorpus(name);
  const words = [...new Set(known.flatMap((input) => input.toString().match(WORD) ?? []))];
  const end = Date.now() + milliseconds;
  let inputs = 0;
  try {
    while (inputs < known.length || Date.now() < end) {
      const input = known[inputs] ?? mutate(below, { pool, words });
      inputs++;
      const { outcome, defect } = await thread.run(input);
      if (defect !== undefined) return { what: defect, input };
      if (inputs <= known.length || !outcomes.has(outcome)) pool.push(input);
      outcomes.add(outcome);
    }
  } finally {
    await thread.stop();
  }
  console.log(`ok     ${name} (${inputs} inputs, ${outcomes.size} outcomes)`);
  return undefined;
}

function readCorpus(name: string): Buffer[] {
  const folder = path.join(CORPUS, name);
  return readdirSync(folder).map((file) => readFileSync(path.join(folder, file)));
}

function save(name: string, input: Buffer): string {
  const folder = path.join(CORPUS, name);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, createHash('sha256').update(input).digest('hex').slice(0, 16));
  writeFileSync(file, input);
  return file;
}
