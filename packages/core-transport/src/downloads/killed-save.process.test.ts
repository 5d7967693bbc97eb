import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import { runProgram, startProgram } from '@parlance/testing/run-program';
import { respond, head, stall } from '@parlance/testing/responders';

const content = 'the first and the last bytes';

/** The program: saves a download. */
function program(url: string, target: string): string {
  return `
    import { openDownload } from './downloads/download.ts';
    import { saveDownload } from './downloads/save-download.ts';
    const transport = new Transport({ baseUrl: '${url}', apiKey: 'key' }, { key: 'api-key' });
    const read = { id: 'x', method: 'GET', path: '/v1/x', auth: 'api-key', replay: 'read', source: '' };
    const download = await openDownload(() => transport.download(read, {}));
    console.log((await saveDownload(download, { path: ${JSON.stringify(target)} })).sizeBytes);
    await transport.close();`;
}

async function untilWritten(file: string): Promise<void> {
  const size = async (): Promise<number> => (await stat(file).catch(() => undefined))?.size ?? 0;
  while ((await size()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('the next save to the same path replaces the part file of a killed process', async () => {
  const begun = `${head(200, { 'content-length': content.length })}the first and another`;
  await using server = await FaultServer.start(stall(begun), respond(200, content));
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-'));
  const target = path.join(folder, 'file.txt');

  const { child, output } = await startProgram(program(server.url, target));
  const failed = output.catch((reason: unknown) => reason);
  await untilWritten(`${target}.part`);
  child.kill('SIGKILL');
  expect(await failed).toBeInstanceOf(Error);
  expect(await readdir(folder)).toEqual(['file.txt.part']);

  expect(await runProgram(program(server.url, target))).toBe(String(content.length));
  expect(await readdir(folder)).toEqual(['file.txt']);
  expect(await readFile(target, 'utf8')).toBe(content);
  await rm(folder, { recursive: true });
});
