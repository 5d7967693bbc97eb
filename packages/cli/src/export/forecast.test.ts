import { ComplianceClient } from '@parlance/compliance';
import { openStore } from '@parlance/durable';
import { chats, defineExport, directory, messages, ndjson, type ExportJob } from '@parlance/archive';
import { expect, onTestFinished, test } from 'vitest';
import { EXIT_CODES } from '../exit-codes.js';
import { requireShortRun } from './forecast.js';

const pace = { requestsPerMinute: 300, reserve: 0.1 };
const job = defineExport({
  sources: [directory(), chats(), messages()],
  sinks: [ndjson({ dir: 'archive' })],
});

/** Checks the first run of an organization with so many users. */
async function check(users: number, status?: ExportJob['status']): Promise<void> {
  const store = await openStore('sqlite::memory:');
  const compliance = new ComplianceClient({ baseUrl: 'http://127.0.0.1:1', complianceKey: 'k' });
  onTestFinished(() => store.close());
  const explain: ExportJob['explain'] = (options) =>
    job.explain({ ...options, compliance: undefined, users });
  await requireShortRun({ status: status ?? job.status.bind(job), explain }, { store, compliance, pace });
}

test('a first run of more than 30 days is refused', async () => {
  await expect(check(200_000)).rejects.toMatchObject({
    code: 'long_first_run',
    exitCode: EXIT_CODES.refused,
    message: expect.stringMatching(/^The first run takes about \d+ d \d+ h, until \d{4}-\d\d-\d\d\.$/),
    hint: expect.stringContaining('--yes'),
  });
  await expect(check(5_000_000)).rejects.toThrow('the schedule needs');
});

test('a short run is not refused, nor one that was started before or that cannot be estimated', async () => {
  await expect(check(1_000)).resolves.toBeUndefined();
  const status = { name: 'default' } as Awaited<ReturnType<ExportJob['status']>>;
  await expect(check(1_000_000, async () => status)).resolves.toBeUndefined();
  await expect(check(Number.NaN)).resolves.toBeUndefined();
});
