/** What a program drops without reading it to its end is released; what somebody waits for is not. */
import { expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import type { Responder } from '@parlance/testing/fault-server';
import { runProgram } from '@parlance/testing/run-program';
import { chunkedEnd, event, head, messageEvents, stall, streamStart } from '@parlance/testing/responders';

const begun = messageEvents.slice(0, 3).join('');
const filler = event({ type: 'content_block_delta', index: 0, text: 'x'.repeat(400_000) });
/** More than a client buffers: it pauses the connection, so that no deadline of the server applies. */
const more = stall(streamStart(begun + filler));
const download = stall(head(200, { 'content-length': 900_000 }) + 'x'.repeat(600_000));
const LATER_MS = 500;

/** Deadlines would release what garbage collection does not. */
const timeouts = '{ connectMs: Infinity, silenceMs: Infinity }';

/** The program collects garbage for as long as anything else keeps it alive: it exits when all is released. */
const program = (url: string, code: string): string => `
  const transport = new Transport({ baseUrl: '${url}', apiKey: 'key', timeouts: ${timeouts} }, { key: 'api-key' });
  const read = { id: 'x', method: 'GET', path: '/v1/x', auth: 'api-key', replay: 'read', source: '' };
  const generate = { ...read, method: 'POST', replay: 'generate', stream: 'message' };
  setInterval(() => globalThis.gc?.(), 20).unref();
  async function main() { ${code} }
  await main();`;

const run = (url: string, code: string): Promise<string> =>
  runProgram(program(url, code), { flags: ['--expose-gc'] });

test.each([
  ['a stream that was opened', more, 'await openStream(transport, generate, {}).opened();'],
  [
    'an iterator in the middle',
    more,
    'const events = openStream(transport, generate, {})[Symbol.asyncIterator](); await events.next(); await events.next();',
  ],
  [
    'a web stream',
    more,
    'const reader = openStream(transport, generate, {}).toReadableStream().getReader(); await reader.read();',
  ],
  ['a download', download, 'await transport.download(read, {});'],
  [
    'a download in the middle',
    download,
    'const { stream } = await transport.download(read, {}); await stream.getReader().read();',
  ],
  [
    'an object that has a download',
    download,
    'await new (class { async open() { this.download = await transport.download(read, {}); } })().open();',
  ],
  ['a raw response', download, 'await transport.call(read, {}).asResponse();'],
])('%s is released when it is dropped', async (_name, responder, code) => {
  await using server = await FaultServer.start(responder);
  const output = run(server.url, `${code} console.log('dropped');`);
  await server.received(1);
  await server.allClosed();
  expect(await output).toBe('dropped');
});

const rest = messageEvents.slice(3).join('');
const resumed: Responder = async (connection) => {
  await connection.write(streamStart(begun));
  setTimeout(() => {
    const chunk = `${Buffer.byteLength(rest).toString(16)}\r\n${rest}\r\n${chunkedEnd}`;
    void connection.write(chunk);
  }, LATER_MS);
};
const downloaded: Responder = async (connection) => {
  await connection.write(`${head(200, { 'content-length': 9 })}some `);
  setTimeout(() => void connection.write('text'), LATER_MS);
};

test.each([
  [
    'a loop that waits for an event',
    resumed,
    `const loop = async () => {
      let count = 0;
      for await (const event of openStream(transport, generate, {})) count += 1;
      console.log(count);
    };
    void loop();`,
    '7',
  ],
  [
    'a drained stream',
    resumed,
    `let count = 0;
     void openStream(transport, generate, {}).drain(() => (count += 1)).then(() => console.log(count));`,
    '7',
  ],
  [
    'a read of a download',
    downloaded,
    'const { stream } = await transport.download(read, {}); void new Response(stream).text().then(console.log);',
    'some text',
  ],
])('%s is not', async (_name, responder, code, expected) => {
  await using server = await FaultServer.start(responder);
  expect(await run(server.url, code)).toBe(expected);
});

test.each([
  [
    'leaving a loop over a stream',
    more,
    'for await (const event of openStream(transport, generate, {})) break;',
  ],
  [
    'leaving a loop over a download',
    download,
    'const { stream } = await transport.download(read, {}); for await (const chunk of stream) break;',
  ],
  [
    'close()',
    more,
    'globalThis.kept = openStream(transport, generate, {}); await kept.opened(); await transport.close();',
  ],
  [
    'close() with a download',
    download,
    'globalThis.kept = await transport.download(read, {}); await transport.close();',
  ],
])('%s releases the connection at once', async (_name, responder, code) => {
  await using server = await FaultServer.start(responder);
  const output = runProgram(program(server.url, `${code} console.log('left');`));
  await server.received(1);
  await server.allClosed();
  expect(await output).toBe('left');
});
