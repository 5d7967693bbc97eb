import { expect, test } from 'vitest';
import { activities } from '../index.js';
import { exportWorld, START } from '../testing/export-world.js';
import { readTruth } from '../testing/read-truth.js';

const DAY = 86_400_000;
const FROM = Date.UTC(2026, 0, 1);

test('a month that one page holds is one window, a busy one is divided in days, and all of them tile the time', async () => {
  const world = exportWorld({ demo: { users: 2, chats: 1, activities: 1 } });
  const quiet = Array.from({ length: 60 }, (_, index) => FROM + index * 2 * DAY + 1);
  const busy = Array.from({ length: 2_100 }, (_, index) => Date.UTC(2026, 2, 8) + index * 1_200_000);
  const record = (at: number) => ({ type: 'user_signed_in', created_at: new Date(at).toISOString() });
  world.fake.applyScenario({ records: { activities: [...quiet, ...busy].map(record) } });
  const options = {
    sources: [activities()],
    activities: { from: new Date(FROM), window: '1d', lag: '1s', recheck: ['3d'] },
  } as const;
  const before = world.fake.journal().length;
  await world.run(options);
  const ranges = world.certificates
    .map(({ bounds }) => [bounds.from!, bounds.to] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  expect(ranges[0]?.[0]).toBe(new Date(FROM).toISOString());
  for (const [index, [from]] of ranges.entries()) if (index > 0) expect(from).toBe(ranges[index - 1]![1]);
  const days = ranges.map(([from, to]) => Math.round((Date.parse(to) - Date.parse(from)) / DAY));
  // Windows end at multiples of 30 days since 1970. March 8 to April 7 has more than a page, and May 7 to June 6 has not ended.
  expect(days).toEqual([6, 30, 30, ...Array(30).fill(1), 30, ...Array(26).fill(1)]);
  // A request for each window and the first page of the one that was divided, which the next certificate names.
  const requests = world.fake
    .journal()
    .slice(before)
    .filter(({ path }) => path.endsWith('/activities'));
  expect(requests).toHaveLength(ranges.length + 1);
  const named = new Set(world.certificates.flatMap((certificate) => certificate.request_ids));
  expect(requests.every(({ request_id: id }) => named.has(id))).toBe(true);

  // A late one is found in its day.
  world.fake.world().clock.set(START + 4 * DAY);
  world.fake.applyScenario({
    records: { activities: [{ ...record(START - 2 * DAY), id: 'activity_late' }] },
  });
  const { bound, lateRecords } = await world.run(options);
  expect(lateRecords).toBe(1);
  const truth = await readTruth(world.client(), bound!);
  const ids = world.sink.records('activity').map(({ id }) => id);
  expect(ids.length).toBe(new Set(ids).size);
  const since = truth.activities.filter(({ created_at: at }) => Date.parse(at!) >= FROM);
  expect(new Set(ids)).toEqual(new Set(since.map(({ id }) => id)));
});
