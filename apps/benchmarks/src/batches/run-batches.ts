/** `npm run bench -- --batches`: sends a million requests through `runBatch` and writes `docs/benchmarks/batches.md`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { EMULATOR, start } from '../emulator/command.ts';
import { runProgram } from '../measure/processes.ts';
import { writePage } from '../report/publish.ts';
import type { BatchesReport } from './worker.ts';

/** Maximum growth of the heap between the first and the last 100,000 results that counts as flat. */
const MAX_GROWTH = 0.1;

/**
 * Runs the requests, prints the result, and writes the page.
 *
 * @param requests - Number of requests. The page is written for a million only.
 */
export async function batches(requests: number): Promise<void> {
  const folder = mkdtempSync(`${tmpdir()}/parlance-batches-`);
  const data = ['--data', `${folder}/worlds.db`, '--seed', 'empty'];
  const { child, url } = await start([...EMULATOR, ...data]);
  try {
    const report = await runProgram<BatchesReport>(
      new URL('worker.ts', import.meta.url),
      [url, String(requests)],
      ['--expose-gc'],
    );
    const text = pageOf(requests, report);
    console.log(text);
    if (requests === 1_000_000) writePage('batches.md', text);
    process.exitCode = isFlat(report) && report.results === requests && report.repeated === 0 ? 0 : 1;
  } finally {
    child.kill();
    rmSync(folder, { recursive: true });
  }
}

function isFlat({ heap }: BatchesReport): boolean {
  const [first = 0] = heap;
  return (heap.at(-1) ?? 0) <= first * (1 + MAX_GROWTH) + 5_000_000;
}

function pageOf(requests: number, report: BatchesReport): string {
  const { results, repeated, batches: count, seconds, peakRss, heap, checkpointBytes } = report;
  const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`;
  return `# A million requests in batches

Written by \`npm run bench -- --batches\`. Do not edit.

\`runBatch()\` sends ${requests.toLocaleString('en')} small requests to an emulator in another process, which stores its world in a file. Measured on
${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${cpus().length} cores. The time is mostly that of the emulator, which generates the replies and shares the machine.

| What | Result |
| --- | --- |
| results | ${results.toLocaleString('en')}, ${repeated} of them more than once |
| batches | ${count} |
| time | ${seconds.toFixed(0)} seconds |
| peak resident set of the client | ${mb(peakRss)} |
| heap of the client after each 100,000 results, after garbage collection | ${heap.map(mb).join(', ')} |
| largest checkpoint | ${checkpointBytes} bytes |
`;
}
