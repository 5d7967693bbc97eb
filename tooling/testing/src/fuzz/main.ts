/**
 * Searches for inputs that end, block or break the emulator, the clients, the archive, the command or the console: `npm run fuzz -- --seconds 60`.
 * Runs the inputs in `corpus` first, then changes them. An input that shows a defect is added to the corpus: commit it
 * together with the fix.
 *
 * `--target NAME` runs one target, `--seed N` repeats a run. Each target runs in a process of its own, so that an input that
 * blocks it can be stopped.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { corpusOf } from './inputs.ts';

/** Longest time for the start and the last input of a target, in milliseconds. Generous, because the machine may be busy. */
const PATIENCE_MS = 60_000;
const all = readdirSync(corpusOf(''));
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    target: { type: 'string', multiple: true, default: all },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seconds = Number(values.seconds);
if (!values.target.every((name) => all.includes(name)) || !(seconds > 0)) {
  console.error(`usage: npm run fuzz -- [--seconds N] [--seed N] [--target ${all.join('|')}]`);
  process.exit(2);
}

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-fuzz-'));
const current = path.join(folder, 'input');
for (const name of values.target) {
  const milliseconds = Math.round((seconds * 1000) / values.target.length);
  const args = [path.join(import.meta.dirname, 'run.ts'), name, String(milliseconds), values.seed, current];
  const { status, error } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    timeout: milliseconds + PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  if (status === 0) continue;
  const input = readFileSync(current);
  const file = path.join(corpusOf(name), createHash('sha256').update(input).digest('hex').slice(0, 16));
  writeFileSync(file, input);
  console.error(`FAILED ${name}${error === undefined ? '' : `: ${error.message}`}`);
  console.error(`       input: ${path.relative(process.cwd(), file)}, repeat with --seed ${values.seed}`);
  process.exitCode = 1;
}
rmSync(folder, { recursive: true });
