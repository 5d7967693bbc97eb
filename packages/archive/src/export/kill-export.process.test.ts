import { randomInt, randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { verifyArchive } from '../index.js';
import type { RecordOf } from '../records/archive-record.js';
import { changingOrganization, type ChangingOrganization } from '../testing/changing-organization.js';
import {
  compareWithTruth,
  digestsOf,
  latestRecords,
  type LatestRecords,
} from '../testing/compare-with-truth.js';
import { testFolder } from '../testing/export-world.js';
import { KilledFleet } from '../testing/killed-fleet.js';
import { randomFrom } from '../testing/random-from.js';
import { readTruth } from '../testing/read-truth.js';

/** Kills of each export; `npm run test:scale` sets more. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 5);

/** Repeats the changes and the times of the kills. */
const SEED = Number(process.env['PARLANCE_TEST_SEED'] ?? randomInt(1_000_000));

const postgresUrl = process.env['PARLANCE_TEST_POSTGRES'];

/** Creates an export that one process runs on SQLite and, with PostgreSQL, one that four run over pg-boss. */
async function fleets({
  baseUrl,
  complianceKey,
  aheadMs,
}: ChangingOrganization): Promise<readonly KilledFleet[]> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const service = { baseUrl, complianceKey, aheadMs, schema };
  const storeUrl = `sqlite:${path.join(testFolder(), 'store.db')}`;
  const one = await KilledFleet.create({ ...service, storeUrl, dir: testFolder(), kind: 'local', size: 1 });
  if (postgresUrl === undefined) return [one];
  const four = await KilledFleet.create({
    ...service,
    storeUrl: postgresUrl,
    dir: testFolder(),
    kind: 'pg-boss',
    size: 4,
  });
  return [one, four];
}

/** A chat that was deleted after a run had read it stays in the archive; one that was deleted in between is recorded as gone. */
function expectDeletedChats(
  latest: LatestRecords,
  { completed }: KilledFleet,
  { deletedChats }: ChangingOrganization,
): void {
  const outcomes = [...(latest.get('outcome')?.values() ?? [])] as RecordOf<'outcome'>[];
  const archived = new Set([...(latest.get('chat')?.keys() ?? []), ...outcomes.map(({ body }) => body.id)]);
  const lost = [...deletedChats].filter(([id, { isNamed, createdMs, deletedMs }]) => {
    const wasRead = completed.some(({ boundMs, atMs }) => createdMs < boundMs && atMs < deletedMs);
    return isNamed && wasRead && !archived.has(id);
  });
  expect(lost).toEqual([]);
}

test(
  `exports that are killed again and again while everything changes have every record once (seed ${SEED})`,
  async ({ annotate }) => {
    const organization = await changingOrganization(randomFrom(SEED));
    const exports = await fleets(organization);
    await Promise.all(exports.map((fleet, index) => fleet.kill(KILLS, randomFrom(SEED + index + 1))));
    await organization.stop();
    const stoppedAt = new Date(Date.now() + organization.aheadMs).toISOString();
    await Promise.all(exports.map((fleet) => fleet.finish()));

    const truth = await readTruth(organization.client, stoppedAt, organization.formerUsers);
    const digests: (readonly string[])[] = [];
    for (const fleet of exports) {
      expect(fleet.failures).toEqual([]);
      expect(await verifyArchive(fleet.dir)).toMatchObject({ ok: true, problems: [] });
      const latest = await latestRecords(fleet.dir);
      await compareWithTruth(latest, { truth, client: organization.client });
      expectDeletedChats(latest, fleet, organization);
      digests.push(digestsOf(latest, truth));
      const records = Object.fromEntries([...latest].map(([kind, { size }]) => [kind, size]));
      await annotate(JSON.stringify({ completed: fleet.completed.length, records }));
    }
    await annotate(JSON.stringify(organization.counts));
    for (const one of digests) expect(one).toEqual(digests[0]);
  },
  240_000 + KILLS * 20_000,
);
