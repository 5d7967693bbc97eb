/* Program of the guide on batches. The tests run it against the emulator. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';

process.env['BATCH_FOLDER'] = mkdtempSync(`${tmpdir()}/parlance-batches-`);
// #region Run a million requests
import { appendFileSync, existsSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { InferenceClient, runBatch, type BatchRunCheckpoint } from '@parlance/inference';

const inference = new InferenceClient();

const count = Number(process.env['BATCH_COUNT'] ?? 250);
const folder = process.env['BATCH_FOLDER'] ?? '.';
const output = `${folder}/results.jsonl`;
const state = `${folder}/checkpoint.json`;

/** State of the run, and the size that the output had then. */
interface Saved {
  readonly checkpoint?: BatchRunCheckpoint;
  readonly size: number;
}
const saved = (existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : { size: 0 }) as Saved;
appendFileSync(output, '');
truncateSync(output, saved.size); // Results after the checkpoint are yielded again.
let { size } = saved;

// The same requests in the same order in every process; they are not kept in memory.
function* requests() {
  for (let number = 0; number < count; number += 1) {
    const messages = [{ role: 'user' as const, content: `What is the square of ${number}?` }];
    yield {
      custom_id: `square-${number}`,
      params: { model: 'assistant-haiku-4-5', max_tokens: 50, messages },
    };
  }
}

const results = runBatch(inference, requests(), {
  resumeFrom: saved.checkpoint,
  onProgress: ({ batch, submitted }) => console.error(batch.id, batch.processing_status, submitted),
  onCheckpoint: (checkpoint) => {
    writeFileSync(`${state}.part`, JSON.stringify({ checkpoint, size }));
    renameSync(`${state}.part`, state); // Replaces the earlier checkpoint in one step.
  },
});
for await (const result of results) {
  const line = `${JSON.stringify(result)}\n`;
  appendFileSync(output, line);
  size += Buffer.byteLength(line);
}
// #endregion

/** Checks what the program has done. */
export function everyResultIsStoredOnce(): void {
  const lines = readFileSync(output, 'utf8').trimEnd().split('\n');
  const ids = new Set(lines.map((line) => (JSON.parse(line) as { custom_id: string }).custom_id));
  if (lines.length !== count || ids.size !== count) throw new Error(`${lines.length} results`);
}
