/** Warms workers up. */
import type { Worker } from './processes.ts';
import type { Job } from './job.ts';

/** Minimum time, in which the engine compiles hot code. */
const MIN_MICROS = 1_000_000;
const MIN_ROUNDS = 2;

/** Runs a worker's job repeatedly until it is warm. */
export async function warmUp(worker: Pick<Worker, 'run'>, job: Job): Promise<void> {
  for (let round = 0, micros = 0; round < MIN_ROUNDS || micros < MIN_MICROS; round += 1) {
    micros += (await worker.run(job)).wallMicros;
  }
}
