/** An archive on a file system that is full. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ComplianceClient } from '@parlance/compliance';
import { localRunner, openStore } from '@parlance/durable';
import { createFake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import {
  activities,
  chats,
  defineExport,
  directory,
  files,
  messages,
  ndjson,
  type ExportStatus,
} from '../index.js';
import { testFolder } from '../testing/export-world.js';

/** Only root can mount file systems. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

test.runIf(canMount)(
  'a full disk pauses the export; with more space, it resumes and is complete',
  async () => {
    const disk = path.join(testFolder(), 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
    onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
    await using fake = createFake({ seed: 'demo', demo: { users: 30, chats: 200, activities: 2_000 } });
    await fake.listen();
    const job = defineExport({
      sources: [directory(), activities(), chats(), messages(), files()],
      activities: { window: '30d', history: '30d' },
      sinks: [ndjson({ dir: path.join(disk, 'archive') })],
    });
    await using store = await openStore(`sqlite:${path.join(testFolder(), 'store.db')}`);
    await using compliance = new ComplianceClient({ baseUrl: fake.url, complianceKey: fake.keys.compliance });
    const run = async (): Promise<ExportStatus> => {
      await using runner = localRunner({ store, concurrency: 2, pollIntervalMs: 20 });
      return await (
        await job.start({ compliance, store, runner })
      ).done;
    };

    await expect(run()).rejects.toThrow(/the disk is full/);
    expect(await job.status({ store })).toMatchObject({ state: 'paused', runner: null, failures: [] });
    await expect(run()).rejects.toThrow(/the disk is full/);
    execFileSync('mount', ['-o', 'remount,size=64m', disk]);
    expect(await run()).toMatchObject({ state: 'done', run: 1, failures: [], problem: null });
    expect(await job.verify()).toMatchObject({ ok: true, problems: [] });
  },
);
