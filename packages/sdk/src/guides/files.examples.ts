/* Program of the guide on files. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Send and download files
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient, saveDownload } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';

// An emulator. Use your own service and key instead, without `http`.
const fake = createFake();
const options = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() };
const { files } = new ManagedAgentsClient(options);
const inference = new InferenceClient({ ...options, betas: ['files-api-2025-04-14'] });

// A file on disk is streamed. A Blob or `File` comes from a form, a stream from anywhere.
const path = join(tmpdir(), `prices-${process.pid}.csv`);
await writeFile(path, 'city,price\nOslo,42\n');
const prices = await files.upload({ file: { path, filename: 'prices.csv', contentType: 'text/csv' } });
const notes = await files.upload({
  file: new File(['Prices are in euros.'], 'notes.txt', { type: 'text/plain' }),
});
const data = new Blob(['Bergen is closed.']).stream();
const news = await files.upload({ file: { filename: 'news.txt', contentType: 'text/plain', data } });

// Messages refer to files by ID. Text and PDFs are documents; a container reads files of any type.
const message = await inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'document', source: { type: 'file', file_id: notes.id }, title: 'Notes' },
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
  const { filename, size_bytes: bytes } = await files.retrieve(id);
  await saveDownload(await files.download(id), { path: join(tmpdir(), `${process.pid}-${filename}`) });
  console.log('saved', filename, bytes);
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
