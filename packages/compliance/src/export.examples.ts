/** Exports all chats with their files. The tests run it against the emulator, twice. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ComplianceClient, saveDownload } from '@parlance/compliance';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ seed: 'demo' });
const compliance = new ComplianceClient({
  baseUrl: fake.url,
  complianceKey: fake.keys.compliance,
  http: fake.http(),
});

// #region Export all chats
/** Writes all chats and their messages as NDJSON, one chat per line, and all their files, into a folder. */
async function exportChats(compliance: ComplianceClient, folder: string): Promise<void> {
  await mkdir(path.join(folder, 'files'), { recursive: true });
  const lines = await open(path.join(folder, 'chats.ndjson'), 'w');
  for await (const chat of compliance.chats.listForUsers(allUserIds(compliance))) {
    const messages = [];
    for await (const message of compliance.chats.messages(chat.id, { limit: 1000 })) {
      messages.push(message);
      for (const { id } of message.files ?? []) {
        await saveDownload(await compliance.files.download(id), { path: path.join(folder, 'files', id) });
      }
      for (const { id } of message.generated_files ?? []) {
        await saveDownload(await compliance.generatedFiles.download(id), {
          path: path.join(folder, 'files', id),
        });
      }
      for (const { version_id: id } of message.artifacts ?? []) {
        await saveDownload(await compliance.artifacts.download(id), { path: path.join(folder, 'files', id) });
      }
    }
    await lines.write(`${JSON.stringify({ ...chat, chat_messages: messages })}\n`);
  }
  await lines.close();
}

/** Yields the ids of the users of every organization. */
async function* allUserIds(compliance: ComplianceClient): AsyncGenerator<string> {
  for await (const { uuid } of compliance.organizations.list()) {
    for await (const user of compliance.organizations.listUsers(uuid)) yield user.id;
  }
}
// #endregion

/** Checks that two exports are identical. */
export async function exportTwice(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-export-'));
  try {
    const [first, second] = [path.join(folder, '1'), path.join(folder, '2')];
    await exportChats(compliance, first);
    await exportChats(compliance, second);
    const digests = await digestsOf(first);
    assert.deepEqual(await digestsOf(second), digests);
    const lines = (await readFile(path.join(first, 'chats.ndjson'), 'utf8')).trimEnd().split('\n');
    assert.equal(lines.length, 160);
    assert.equal(digests.size, 1 + 90);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function digestsOf(folder: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    digests.set(path.relative(folder, file), digest);
  }
  return digests;
}
