import type { FakeClock } from './fake-clock.js';

/** Advances a clock from timer to timer until the work has settled. */
export async function finish<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const note = (): void => {
    state.isDone = true;
  };
  work.then(note, note);
  for (;;) {
    await new Promise(setImmediate);
    if (state.isDone) return work;
    if (!clock.advanceToNext()) await new Promise(setImmediate);
  }
}
