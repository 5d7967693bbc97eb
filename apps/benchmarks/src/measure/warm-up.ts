/** Bringing a worker to the speed that it keeps. */
import type { Worker } from './processes.ts';
import type { Order } from './worker.ts';

/** Until then the engine still compiles what is hot. */
const MICROS = 1_500_000;
/** At least, however long they take. */
const ROUNDS = 2;

/** Lets a worker do its work until it is warm. */
export async function warmUp(worker: Worker, order: Order): Promise<void> {
  for (let round = 0, micros = 0; round < ROUNDS || micros < MICROS; round += 1) {
    micros += (await worker.carryOut(order)).wallMicros;
  }
}
