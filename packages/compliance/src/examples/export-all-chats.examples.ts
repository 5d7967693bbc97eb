/* Exports all chats with their files. */
import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
// #region Export all chats
import { mkdir, mkdtemp, open } from 'node:fs/promises';
import path from 'node:path';
import { ComplianceClient, saveDownload } from '@parlance/compliance';

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

const folder = await mkdtemp('chats-');
await exportChats(new ComplianceClient(), folder);
console.log(`All chats are in ${folder}.`);
// #endregion

try {
  const lines = (await readFile(path.join(folder, 'chats.ndjson'), 'utf8')).trimEnd().split('\n');
  assert.equal(lines.length, 160);
  assert.equal((await readdir(path.join(folder, 'files'))).length, 90);
} finally {
  await rm(folder, { recursive: true });
}
