import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ComplianceClient } from '@parlance/compliance';
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage } from './testing/open-page.js';
import { download } from './testing/page-steps.js';
import { startConsole, variablesFor } from './testing/processes.js';

let exports: string;
beforeAll(async () => {
  exports = await mkdtemp(path.join(tmpdir(), 'parlance-restart-'));
});
afterAll(() => rm(exports, { recursive: true, force: true }));

const BEFORE = { lt: '2026-06-01T00:00:00Z' };

/** Reads the IDs of all records from the service. */
async function idsOf(compliance: ComplianceClient, kind: 'chats' | 'activities'): Promise<string[]> {
  if (kind === 'activities') {
    const all = await Array.fromAsync(compliance.activities.list({ created_at: BEFORE, limit: 5000 }));
    return all.map(({ id }) => id ?? '');
  }
  const [organization] = (await compliance.organizations.list()).data;
  const users = await Array.fromAsync(compliance.organizations.listUsers(organization?.uuid ?? ''));
  return (await Array.fromAsync(compliance.chats.listForUsers(users.map(({ id }) => id)))).map(
    ({ id }) => id,
  );
}

test.each([
  ['chats', 'chats.messages', 400, 100],
  // Windows without activities, which are later than those of the organization, are read first.
  ['activities', 'activities.list', 30, 100],
] as const)(
  'an export of %s resumes in another process after a kill',
  async (kind, operation, after, least) => {
    await using fake = createFake({
      seed: 'demo',
      demo: { chats: 500, activities: 5_000 },
      clock: { mode: 'running', start: Date.UTC(2026, 5, 1) },
    });
    await fake.listen();
    await using compliance = new ComplianceClient({
      baseUrl: fake.url,
      complianceKey: fake.keys.compliance,
      http: fake.http(),
    });
    const expected = await idsOf(compliance, kind);
    // Stalls the export, so that the kill happens with a request in flight.
    fake.setFaults([{ match: { operation }, after, stall: true }]);
    await using first = await startConsole(variablesFor(fake), ['--exports', exports]);
    const { page } = await openPage(first.urlOf('/compliance?tab=exports'));
    await page.getByRole('button', { name: `Export all ${kind}` }).click();
    const item = page.getByRole('listitem', { name: / export, started / }).first();
    await item.getByText('in progress').waitFor();
    const records = async (): Promise<number> => recordsOf(await item.innerText());
    await expect.poll(records, { timeout: 30_000 }).toBeGreaterThan(least);
    await first.kill();
    await page.getByText('The console server isn’t responding.').waitFor();
    fake.setFaults([]);
    await using second = await startConsole(variablesFor(fake), [
      '--exports',
      exports,
      '--port',
      new URL(first.url).port,
    ]);
    // The open page reconnects to the new process without a reload.
    // The new process resumes the export by itself.
    await item.getByText('finished', { exact: true }).waitFor();
    const { lines } = await download(item.getByRole('link', { name: `${kind}.ndjson` }));
    const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
    const isOld = new Set(expected);
    // Reading activities is logged as activities too, so ignore those that are newer than the test.
    expect(ids.filter((id) => kind === 'chats' || isOld.has(id)).toSorted()).toEqual(expected.toSorted());
    expect(second.url).toBe(first.url);
  },
);

/** Parses the number of records that the page shows for an export. */
function recordsOf(text: string): number {
  return Number(/([\d,]+) (?:chats|records)/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
}
