/* Program of the guide on files. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Send and download files
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { InferenceClient, saveDownload } from '@parlance/inference';

const inference = new InferenceClient();
const { files } = inference;

// A file on disk is streamed. A Blob or `File` comes from a form, bytes and streams from anywhere.
// Only this user can read the folder, and nobody can foresee its name.
const folder = await mkdtemp(join(tmpdir(), 'files-'));
const path = join(folder, 'prices.csv');
await writeFile(path, 'city,price\nOslo,42\n');
const prices = await files.upload(
  { file: { path, filename: 'prices.csv', contentType: 'text/csv' } },
  {
    onProgress: ({ sentBytes, totalBytes }) => {
      if (sentBytes === totalBytes) console.log('sent prices.csv');
    },
  },
);
const bytes = new TextEncoder().encode('Oslo is open until 17:00.');
const hours = await files.upload({ file: { filename: 'hours.txt', contentType: 'text/plain', data: bytes } });
const notes = await files.upload({
  file: new File(['Prices are in euros.'], 'notes.txt', { type: 'text/plain' }),
});
const data = new Blob(['Bergen is closed.']).stream();
const news = await files.upload({ file: { filename: 'news.txt', contentType: 'text/plain', data } });

// Messages refer to files by ID and send the required beta. Text and PDFs are documents; a container reads any type.
const message = await inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'document', source: { type: 'file', file_id: notes.id }, title: 'Notes' },
        { type: 'document', source: { type: 'file', file_id: hours.id } },
        { type: 'document', source: { type: 'file', file_id: news.id } },
        { type: 'container_upload', file_id: prices.id },
        // The emulator runs this command. A model decides on its own.
        { type: 'text', text: '/tool bash_code_execution {"command":"cat prices.csv > copy.csv"}' },
      ],
    },
  ],
});

// Files that code has written can be downloaded. Uploaded files cannot.
const results = message.content.filter((block) => block.type === 'bash_code_execution_tool_result');
const written = results.flatMap(({ content }) =>
  content.type === 'bash_code_execution_result' ? content.content : [],
);
for (const { file_id: id } of written) {
  const { filename, size_bytes: size } = await files.retrieve(id);
  await saveDownload(await files.download(id), { path: join(folder, basename(filename)) });
  console.log('saved', filename, size);
}

// Files are kept until they are deleted.
for await (const { id, filename } of files.list()) {
  await files.delete(id);
  console.log('deleted', filename);
}
// #endregion

/** Checks what the program has done. */
export async function filesWereSentAndDeleted(): Promise<void> {
  assert.equal(written.length, 1);
  const page = await files.list();
  assert.deepEqual(page.data, []);
}
