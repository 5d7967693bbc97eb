import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ComplianceClient } from '@parlance/compliance';
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, withBrowser } from './open-page.js';
import { startConsole, variablesFor } from './processes.js';

withBrowser();

let exports: string;
beforeAll(async () => {
  exports = await mkdtemp(path.join(tmpdir(), 'parlance-restart-'));
});
afterAll(() => rm(exports, { recursive: true, force: true }));

const BEFORE = { lt: '2026-06-01T00:00:00Z' };

/** The ids that the service has. */
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
  ['chats', 'chats.messages', 250, 150],
  ['activities', 'activities.list', 3, 2_900],
] as const)(
  'an export of %s goes on in another process after a kill',
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
    // It comes so far and no further: the kill hits it with a request under way.
    fake.setFaults([{ match: { operation }, after, stall: true }]);
    await using first = await startConsole(variablesFor(fake), ['--exports', exports]);
    await using visited = await openPage(`${first.url}/compliance?tab=exports`);
    const { page } = visited;
    await page.getByRole('button', { name: `Export all ${kind}` }).click();
    const item = page.getByRole('listitem', { name: /, export of / }).first();
    await item.getByText('running').waitFor();
    const records = async (): Promise<number> => recordsOf(await item.innerText());
    await expect.poll(records, { timeout: 30_000 }).toBeGreaterThan(least);
    await first.kill();
    await page.getByText('The console’s own server does not answer.').waitFor();
    fake.setFaults([]);
    await using second = await startConsole(variablesFor(fake), [
      '--exports',
      exports,
      '--port',
      new URL(first.url).port,
    ]);
    // The page is still the same one: it finds the new process by itself.
    await item.getByText('paused').waitFor();
    await item.getByRole('button', { name: 'Resume' }).click();
    await item.getByText('done').waitFor();
    const downloading = page.waitForEvent('download');
    await item.getByRole('link', { name: `${kind}.ndjson` }).click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
    const isOld = new Set(expected);
    // The reading of activities is activity itself: what is newer than the test is no part of the comparison.
    expect(ids.filter((id) => kind === 'chats' || isOld.has(id))).toEqual(expected);
    expect(second.url).toBe(first.url);
  },
);

/** How many records an export says that it has. */
function recordsOf(text: string): number {
  return Number(/([\d,]+) (?:chats|records)/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
}
