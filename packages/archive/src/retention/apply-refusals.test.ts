import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ComplianceClient } from '@parlance/compliance';
import { openStore, type Store } from '@parlance/durable';
import type { Fake } from '@parlance/testing-fakes';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  applyRetention,
  openArchive,
  openHolds,
  type ApplyRetentionOptions,
  type RetentionPlan,
} from '../index.js';
import { applying, deletions, exists, why } from '../testing/apply-plan.js';
import { retentionWorld, type RetentionWorld } from '../testing/retention-world.js';
import { chatRecord } from '../testing/sample-records.js';
import { writeArchive } from '../testing/write-archive.js';

/** A client with a key of an organization that has other chats. */
function otherKey(fake: Fake): ComplianceClient {
  const options = { baseUrl: fake.url, complianceKey: 'compliance-other', http: fake.http() };
  const compliance = new ComplianceClient(options);
  onTestFinished(() => compliance.close());
  return compliance;
}

/** A store with a hold of another organization. */
async function storeOfAnother(dir: string): Promise<Store> {
  const store = await openStore(`sqlite:${path.join(dir, 'another.db')}`);
  onTestFinished(() => store.close());
  const archive = path.join(dir, 'another');
  await writeArchive({ dir: archive, units: [{ name: 'chats/000001', records: [chatRecord(1)] }] });
  await (await openHolds(store, await openArchive(archive))).add({ user: 'user_1', ...why });
  return store;
}

describe('refuses', () => {
  const refusals: readonly [
    string,
    string,
    (
      world: RetentionWorld,
      plan: RetentionPlan,
    ) => Promise<Partial<ApplyRetentionOptions>> | Partial<ApplyRetentionOptions>,
  ][] = [
    ['a change of the policy', 'policy_changed', () => ({ rules: [{ name: 'everything', keepDays: 2 }] })],
    ['a change of the caps', 'policy_changed', () => ({ caps: { chats: 1000 } })],
    ['more chats than the cap', 'cap_exceeded', () => ({ maxChats: 5 })],
    ['more chats of one user than the cap', 'cap_exceeded', () => ({ maxChatsPerUser: 1 })],
    [
      'a hold that was added since',
      'hold_added',
      async (world) => {
        await world.holds.add({ chat: 'assistant_chat_of_nobody', matchesNothingYet: true, ...why });
        return {};
      },
    ],
    [
      'an altered plan',
      'plan_damaged',
      async (world, plan) => {
        const text = await readFile(plan.file, 'utf8');
        await writeFile(plan.file, text.replace(world.chats[0]!.id, 'assistant_chat_other'));
        return {};
      },
    ],
    [
      'a plan that was replaced',
      'plan_damaged',
      async (world) => {
        await world.plan({ asOf: new Date(Date.now() - 5_000) });
        return {};
      },
    ],
    [
      'an archive without its segments',
      'archive_changed',
      async ({ archive }) => {
        await rm(path.join(archive.dir, 'segments'), { recursive: true });
        return {};
      },
    ],
    [
      'an archive whose segment differs from its certificates',
      'archive_changed',
      async ({ archive }) => {
        const segment = path.join(archive.dir, 'segments/000/000001.ndjson');
        // The same records in another form: only the certificates show it.
        await writeFile(
          segment,
          (await readFile(segment, 'utf8'))
            .replaceAll('{"kind":"', '{"kind":\t"')
            .replaceAll('"id":"', '"id": "'),
        );
        return {};
      },
    ],
    ['a key of another organization', 'other_organization', ({ fake }) => ({ compliance: otherKey(fake) })],
    [
      'a store of another organization',
      'other_organization',
      async ({ dir }) => ({ store: await storeOfAnother(dir) }),
    ],
    [
      'another archive',
      'archive_changed',
      async ({ dir }) => {
        const units = [1, 2, 3, 4].map((number) => ({ name: `chats/00000${number}`, records: [] }));
        await writeArchive({ dir: path.join(dir, 'other'), units });
        return { archive: await openArchive(path.join(dir, 'other')) };
      },
    ],
  ];

  test.each(refusals)('%s (%s)', async (_name, code, change) => {
    const world = await retentionWorld({ limit: 12 });
    const plan = await world.plan();
    const options = applying(world, plan, await change(world, plan));
    await expect(applyRetention(plan, options)).rejects.toMatchObject({ code });
    expect(deletions(world)).toBe(0);
    for (const { id } of world.chats) expect(await exists(world, id)).toBe(true);
  });

  test('a plan that has expired', async () => {
    const world = await retentionWorld({ limit: 3 });
    const plan = await world.plan({ asOf: new Date(Date.now() - 10_000), expiresInMs: 9_000 });
    await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({ code: 'plan_expired' });
    expect(deletions(world)).toBe(0);
  });

  test('an archive without the content of a file', async () => {
    const world = await retentionWorld({ limit: 12 });
    const plan = await world.plan();
    const withFiles = new Set<string>();
    for await (const { body } of world.archive.files()) withFiles.add(body.chat_id ?? '');
    await rm(path.join(world.archive.dir, 'files'), { recursive: true });
    await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({
      code: 'archive_changed',
    });
    expect(withFiles.size).toBeGreaterThan(0);
    for (const chat of withFiles) expect(await exists(world, chat)).toBe(true);
  });

  test('to run while another process applies a plan', async () => {
    const world = await retentionWorld({ limit: 3 });
    const plan = await world.plan();
    await using _lease = (await world.store.leases.acquire('archive/retention'))!;
    await expect(applyRetention(plan, applying(world, plan))).rejects.toMatchObject({
      code: 'already_running',
    });
  });

  test('to raise the caps of the policy', async () => {
    const world = await retentionWorld({ limit: 3 });
    const caps = { chats: 3, perUser: 3 };
    const plan = await world.plan({ caps });
    const raised = applying(world, plan, { caps, maxChats: 4 });
    await expect(applyRetention(plan, raised)).rejects.toThrow('above the cap of the policy: 3');
    const raisedPerUser = applying(world, plan, { caps, maxChats: 3, maxChatsPerUser: 4 });
    await expect(applyRetention(plan, raisedPerUser)).rejects.toThrow('maxChatsPerUser is 4');
    expect(deletions(world)).toBe(0);
    const result = await applyRetention(plan, applying(world, plan, { caps, maxChats: undefined }));
    expect(result).toMatchObject({ deleted: 3 });
  });

  test('without what it needs', async () => {
    const world = await retentionWorld({ limit: 1 });
    const plan = await world.plan();
    for (const name of ['compliance', 'archive', 'store', 'rules', 'approvers', 'maxChats'] as const) {
      const options = { ...applying(world, plan), [name]: undefined } as unknown as ApplyRetentionOptions;
      await expect(applyRetention(plan, options)).rejects.toThrow(`${name} is missing`);
    }
    expect(deletions(world)).toBe(0);
  });
});
