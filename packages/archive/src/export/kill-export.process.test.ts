import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ComplianceClient } from '@parlance/compliance';
import { createFake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { openArchive, verifyArchive } from '../index.js';
import { testFolder } from '../testing/export-world.js';
import { readTruth } from '../testing/read-truth.js';
import { exportProgram, type ExportProcess } from '../testing/start-killed-export.js';

/** Kills; `npm run test:scale` sets more. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 5);

const postgresUrl = process.env['PARLANCE_TEST_POSTGRES'];

test.each(postgresUrl === undefined ? ['local'] : ['local', 'pg-boss'])(
  'an export that is killed again and again has every record once, with the %s runner',
  async (kind) => {
    await using fake = createFake({ seed: 'demo', demo: { users: 60, chats: 400, activities: 1_000 } });
    await fake.listen();
    const dir = testFolder();
    const start = await exportProgram({
      baseUrl: fake.url,
      complianceKey: fake.keys.compliance,
      storeUrl: postgresUrl ?? `sqlite:${path.join(testFolder(), 'store.db')}`,
      schema: `test_${randomUUID().replaceAll('-', '')}`,
      dir,
      kind,
    });
    let running: ExportProcess | undefined;
    onTestFinished(() => void running?.child.kill('SIGKILL'));
    for (let kill = 0; kill < KILLS; kill += 1) {
      running = start();
      // It is in the middle of several units, at varying places; at first before anything is sealed.
      await running.printed((kill * 3) % 10);
      running.child.kill('SIGKILL');
      await running.exit;
    }
    running = start();
    expect(await running.exit).toBe(0);

    expect(await verifyArchive(dir)).toMatchObject({ ok: true, problems: [] });
    const archive = await openArchive(dir);
    const client = new ComplianceClient({ baseUrl: fake.url, complianceKey: fake.keys.compliance });
    onTestFinished(() => client.close());
    const truth = await readTruth(client, '2027-01-01T00:00:00Z');
    const ids = new Map<string, string[]>();
    for await (const { kind: of, id } of archive.records({ revisions: 'all' }))
      ids.set(of, [...(ids.get(of) ?? []), id]);
    const sorted = (values: Iterable<string>): readonly string[] => [...values].toSorted();
    expect(sorted(ids.get('chat')!)).toEqual(sorted(truth.chats.keys()));
    expect(sorted(ids.get('message')!)).toEqual(sorted(truth.messages.keys()));
    expect(sorted(ids.get('file')!)).toEqual(sorted(truth.fileIds));
    const expected = truth.activities.filter(({ type }) => type !== 'compliance_api_accessed');
    const archived = new Set(ids.get('activity'));
    expect(ids.get('activity')!.length).toBe(archived.size);
    for (const { id } of expected) expect(archived).toContain(id);
  },
  60_000 + KILLS * 20_000,
);
