/** Examples for reading, verifying and searching archives. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  ArchiveError,
  chats,
  defineExport,
  messages,
  ndjson,
  openArchive,
  parquet,
  searchArchive,
  sqlite,
  verifyArchive,
} from '@parlance/archive';
import { ComplianceClient } from '@parlance/compliance';
import { localRunner, openStore } from '@parlance/durable';
import { createFake } from '@parlance/testing-fakes';

/** Exports the chats of two users to a temporary folder, and runs an example there. */
async function withArchive(run: (folder: string) => Promise<void>): Promise<void> {
  const fake = createFake({ seed: 'demo' });
  const compliance = new ComplianceClient({
    baseUrl: fake.url,
    complianceKey: fake.keys.compliance,
    http: fake.http(),
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-archive-example-'));
  const before = process.cwd();
  process.chdir(folder);
  try {
    const { data: organizations } = await compliance.organizations.list();
    const users = await compliance.organizations.listUsers(organizations[0]?.uuid ?? '', { limit: 2 });
    const filter = { user_ids: users.data.map(({ id }) => id) };
    // #region Write to several sinks
    const job = defineExport({
      sources: [chats(), messages()],
      chats: { filter },
      sinks: [
        ndjson({ dir: './archive', compress: 'zstd' }), // the archive, with certificates
        sqlite({ file: './archive.db' }), // for search
        parquet({ dir: './parquet', kinds: ['chat', 'message'] }), // for analytics
      ],
    });
    // #endregion
    await using store = await openStore('sqlite:./parlance.db');
    await using runner = localRunner({ store });
    await (
      await job.start({ compliance, store, runner })
    ).done;
    await run(folder);
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
    await fake.close();
  }
}

/** Reads, verifies and searches an archive. */
export async function useArchive(): Promise<void> {
  await withArchive(async () => {
    await read();
    await verify();
    await search();
  });
}

async function read(): Promise<void> {
  let found = 0;
  // #region Read an archive
  const archive = await openArchive('./archive');

  for await (const { record, certificate } of archive.chats({ createdTo: '2026-07-01T00:00:00Z' })) {
    const { name, user } = record.body;
    console.log(`${user.email_address}: ${name}, sealed at ${certificate.sealed_at}`);
    for await (const message of archive.messages(record)) found += message.body.content.length;
  }
  for await (const activity of archive.activities({
    from: '2026-04-01T00:00:00Z',
    types: ['user_signed_in'],
  }))
    console.log(activity.body.created_at, activity.body.actor);
  for await (const file of archive.files()) archive.openFile(file).resume(); // a stream, checked as it is read
  // #endregion
  assert.ok(found > 0);
}

async function verify(): Promise<void> {
  // #region Verify an archive
  try {
    const result = await verifyArchive('./archive', {
      onProgress: ({ certificates, totalCertificates }) => console.log(certificates, totalCertificates),
    });
    for (const { rule, message } of result.problems) console.error(`${rule}: ${message}`);
    console.log(result.ok ? `Intact. Note this digest elsewhere: ${result.head}` : 'Damaged.');
  } catch (error) {
    if (ArchiveError.is(error))
      console.error(error.message); // the folder is not an archive
    else throw error;
  }
  // #endregion
  assert.deepEqual((await verifyArchive('./archive')).problems, []);
}

async function search(): Promise<void> {
  // #region Search an archive
  const { hits, total } = await searchArchive('./archive.db', 'the budget*', {
    from: '2026-01-01T00:00:00Z',
    order: 'newest',
    limit: 20,
  });
  console.log(`${total} hits`);
  for (const { user_email, chat_name, excerpt, highlights } of hits) {
    const words = highlights.map(({ start, end }) => excerpt.slice(start, end));
    console.log(`${user_email}, ${chat_name}: ${excerpt} (${words.join(', ')})`);
  }
  // #endregion
  assert.equal(hits.length, Math.min(total, 20));
}
