/** The figures of our workers, as rows of a table: what, result, budget. */
import { collectionPause } from './collection-pause.ts';
import { cpuPerCall, quietFigures, rollingFigures, type Quiet } from './fleet-figures.ts';
import type { WorkerSubject } from './worker-world.ts';

/** Measures everything. */
export async function figureRows(subject: WorkerSubject): Promise<string[][]> {
  const quiet = [...(await quietRows(subject, 'followed')), ...(await quietRows(subject, 'waiting'))];
  const rolling = await rollingFigures(subject, { members: 4, sessions: 16, restarts: 3 });
  const cpuMs = await cpuPerCall(subject, 800);
  const pauseMs = await collectionPause();
  const percent = Math.round(rolling.lowest * 100);
  const rate = rolling.callsPerSecond.toFixed(1);
  return [
    ...quiet,
    [
      `Three rolling restarts of four processes, ${rolling.calls} calls: error results`,
      `${rolling.errors}`,
      '0',
    ],
    [`The same: calls in the worst five seconds, beside the usual ${rate}/s`, `${percent} %`, '70 %'],
    ['CPU time of a call beside the tool', `${cpuMs.toFixed(1)} ms`, '3 ms'],
    ['Full garbage collection of a heap of a gigabyte', `${Math.round(pauseMs)} ms`, '4,000 ms'],
  ];
}

async function quietRows(subject: WorkerSubject, quiet: Quiet): Promise<string[][]> {
  const { memoryBytes, requestsPerSecond } = await quietFigures(subject, {
    quiet,
    sessions: 1000,
    seconds: 60,
  });
  const what = quiet === 'followed' ? '1,000 sessions passed to `add`' : '1,000 calls that wait for a person';
  return [
    [`${what}: memory of the process`, `${Math.round(memoryBytes / 1e6)} MB`, '250 MB'],
    [`${what}: requests`, `${requestsPerSecond.toFixed(1)}/s`, quiet === 'followed' ? '2/s' : '-'],
  ];
}
