/** `npm run bench -- --follow`: follows activities and writes `docs/benchmarks/follow.md`. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { followActivities, type FollowOptions, type Sink } from '@parlance/archive';
import { ComplianceClient } from '@parlance/compliance';
import { openStore } from '@parlance/durable';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { writePage } from '../report/publish.ts';

const DAY_MS = 86_400_000;

/** Measures, prints the page, and writes it. */
export async function follow(minutes: number): Promise<void> {
  const delays: number[] = [];
  const live = createFake({ clock: { mode: 'running' } });
  const stop = new AbortController();
  const following = followed(live, { signal: stop.signal }, (created) => delays.push(Date.now() - created));
  for (const end = Date.now() + minutes * 60_000; Date.now() < end;) {
    await sleep(Math.random() * 2_000);
    live.applyScenario({ records: { activities: [{ type: 'user_logged_out' }] } });
  }
  await sleep(20_000);
  stop.abort();
  await following;
  await live.close();

  const start = Date.UTC(2026, 5, 2);
  const past = createFake({ seed: 'demo', demo: { activities: 100_000 }, clock: { mode: 'manual', start } });
  let count = 0;
  const year = {
    from: new Date(start - 365 * DAY_MS),
    until: new Date(start - DAY_MS),
    signal: new AbortController().signal,
  };
  const storeBytes = await followed(past, year, () => (count += 1));
  await past.close();
  const text = pageOf(delays, count, storeBytes);
  console.log(text);
  if (minutes >= 10) writePage('follow.md', text);
}

/** Follows the activities of an emulator. Returns the size of the store in bytes. */
async function followed(
  fake: Fake,
  options: Pick<FollowOptions, 'from' | 'until' | 'signal'>,
  onActivity: (created: number) => void,
): Promise<number> {
  const dir = mkdtempSync(`${tmpdir()}/parlance-follow-`);
  const { url: baseUrl } = await fake.listen({ port: 0 });
  const compliance = new ComplianceClient({ baseUrl, complianceKey: fake.keys.compliance });
  const store = await openStore(`sqlite:${dir}/store.db`);
  await followActivities({
    ...options,
    compliance,
    store,
    sink: collector(onActivity),
    onRejected: () => {},
  });
  await store.close();
  await compliance.close();
  const { size } = statSync(`${dir}/store.db`);
  rmSync(dir, { recursive: true });
  return size;
}

function collector(onActivity: (created: number) => void): Sink {
  return {
    name: 'collector',
    probe: () => Promise.resolve(),
    open: () =>
      Promise.resolve({
        begin: () =>
          Promise.resolve({
            write: async (records) => {
              for (const { body } of records)
                if ('created_at' in body) onActivity(Date.parse(String(body.created_at)));
            },
            commit: () => Promise.resolve(null),
            abort: () => Promise.resolve(),
          }),
        close: () => Promise.resolve(),
      }),
  };
}

function pageOf(delays: readonly number[], year: number, storeBytes: number): string {
  const sorted = delays.toSorted((a, b) => a - b);
  const seconds = (share: number): string =>
    ((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) / 1000).toFixed(1);
  return `# Following activities

Written by \`npm run bench -- --follow\`. Do not edit.

\`followActivities()\` with its default options: a request every 10 seconds, up to 5 seconds before now. The emulator is in the same process. Measured on
${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${cpus().length} cores.

| What | Result |
| --- | --- |
| from an activity to the sink, median | ${seconds(0.5)} s (${delays.length} activities) |
| from an activity to the sink, 99 of 100 | ${seconds(0.99)} s |
| from an activity to the sink, longest | ${seconds(1)} s |
| a year of activities, read afterwards | ${year.toLocaleString('en')} activities |
| files after the year | 1, the store |
| size of the store after the year | ${storeBytes.toLocaleString('en')} bytes |
`;
}
