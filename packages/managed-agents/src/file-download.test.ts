/** Downloads whose connection is lost in the middle. */
import { FetchAdapter } from '@parlance/core-transport';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readDownload, saveDownload } from './index.js';
import { ManagedAgentsClient } from './managed-agents-client.js';

/** A service whose first responses break off after some bytes. */
function clientWith(broken: number): ManagedAgentsClient {
  let requests = 0;
  const fetch = async (): Promise<Response> => {
    requests += 1;
    const isBroken = requests <= broken;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('the first '));
      },
      pull(controller) {
        if (isBroken) controller.error(new TypeError('terminated'));
        else {
          controller.enqueue(new TextEncoder().encode('and the last bytes'));
          controller.close();
        }
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/plain' } });
  };
  const http = new FetchAdapter({ fetch });
  return new ManagedAgentsClient({ baseUrl: 'https://api.example.com', apiKey: 'k', http });
}

test('are read and saved again from the start, and leave no part file', async () => {
  const text = 'the first and the last bytes';
  const read = await readDownload(await clientWith(2).files.download('file_1'));
  expect(new TextDecoder().decode(read)).toBe(text);

  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-'));
  const target = path.join(folder, 'file.txt');
  await saveDownload(await clientWith(2).files.download('file_1'), { path: target });
  expect(await readFile(target, 'utf8')).toBe(text);
  const failed = saveDownload(await clientWith(9).files.download('file_1'), { path: target });
  await expect(failed).rejects.toMatchObject({ name: 'ConnectionError' });
  expect(await readdir(folder)).toEqual(['file.txt']);
  expect(await readFile(target, 'utf8')).toBe(text);
  await rm(folder, { recursive: true });
});
