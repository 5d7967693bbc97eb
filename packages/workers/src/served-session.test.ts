import { expect, onTestFinished, test, vi } from 'vitest';
import { ServedSession, type SessionParts } from './served-session.js';

test.each([
  { runMs: 10, quarantines: 1, why: 'five failures in a row' },
  { runMs: 31_000, quarantines: 0, why: 'failures that are far apart' },
])('$why lead to $quarantines quarantines', async ({ runMs, quarantines }) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const quarantine = vi.fn<() => Promise<void>>(async () => undefined);
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, runMs));
    throw new Error('broken');
  };
  const client = { environments: {}, sessions: { run, events: { list: async () => ({ data: [] }) } } };
  const parts = { client, rows: { quarantine }, tools: new Map(), onEvent: () => undefined };
  const row = {
    worker: 'tools',
    session: 'session',
    environment: null,
    item: null,
    member: 'a',
    problem: null,
    since: 0,
  };
  const served = new ServedSession(parts as unknown as SessionParts, row);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(quarantine).toHaveBeenCalledTimes(quarantines);
  expect(runs).toBeGreaterThanOrEqual(5);
  served.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  await served.done;
});
