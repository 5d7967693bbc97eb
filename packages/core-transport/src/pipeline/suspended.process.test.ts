/** A process that was suspended, or blocked, reads what has arrived before it reports a deadline. */
import { expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import type { Responder } from '@parlance/testing/fault-server';
import { runProgram } from '@parlance/testing/run-program';
import { chunkedEnd, head, json, messageEvents, response, streamStart } from '@parlance/testing/responders';

/** Longer than the deadlines of the client below. */
const SUSPENDED_MS = 2000;
/** Arrives while the client is blocked. */
const LATER_MS = 200;

const later = (send: () => Promise<void>): void => void setTimeout(() => void send(), LATER_MS);

/** The program: `block()` blocks its event loop until all deadlines have passed. */
function program(url: string, code: string, options = ''): string {
  return `
    const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${SUSPENDED_MS});
    const timeouts = { headersMs: 1500, bodyMs: 1500, contentGapMs: 1500, silenceMs: 1500 };
    const transport = new Transport(
      { baseUrl: '${url}', apiKey: 'key', timeouts, retry: { maxRetries: 0 }, ${options} },
      { key: 'api-key' },
    );
    const read = { id: 'x', method: 'GET', path: '/v1/x', auth: 'api-key', replay: 'read', source: '' };
    const follow = { ...read, stream: 'session' };
    const generate = { ...read, method: 'POST', replay: 'generate', stream: 'message' };
    try { ${code} } catch (error) { console.log(String(error), String(error.cause)); }
    await transport.close();`;
}

test('waiting for response headers', async () => {
  await using server = await FaultServer.start(json(200, { id: 'there' }));
  const blocking = `middleware: [(next) => (request) => next({ ...request, onSent() { request.onSent(); block(); } })]`;
  const code = program(server.url, `console.log((await transport.call(read, {})).id);`, blocking);
  expect(await runProgram(code)).toBe('there');
});

test('reading a body that fills the buffers of the socket', async () => {
  const whole = response(200, JSON.stringify({ id: 'there', text: 'x'.repeat(2_000_000) }));
  const inTwo: Responder = async (connection) => {
    await connection.write(whole.subarray(0, 1000));
    later(() => connection.write(whole.subarray(1000)));
  };
  await using server = await FaultServer.start(inTwo);
  const blocking = `middleware: [(next) => async (request) => {
    const response = await next(request);
    setImmediate(block);
    return response;
  }]`;
  const code = program(server.url, `console.log((await transport.call(read, {})).id);`, blocking);
  expect(await runProgram(code)).toBe('there');
});

test.each(['generate', 'follow'])('between the events of a stream (%s)', async (operation) => {
  const inTwo: Responder = async (connection) => {
    await connection.write(streamStart(messageEvents.slice(0, 3).join('')));
    const rest = messageEvents.slice(3).join('');
    later(() => connection.write(`${Buffer.byteLength(rest).toString(16)}\r\n${rest}\r\n${chunkedEnd}`));
  };
  await using server = await FaultServer.start(inTwo);
  const code = `let count = 0;
    for await (const event of openStream(transport, ${operation}, {})) if ((count += 1) === 3) setImmediate(block);
    console.log(count);`;
  expect(await runProgram(program(server.url, code))).toBe(String(messageEvents.length));
});

test('a deadline that has passed still ends the call when nothing has arrived', async () => {
  await using server = await FaultServer.start((connection) => connection.write(head(200, {}).slice(0, 10)));
  const blocking = `middleware: [(next) => (request) => next({ ...request, onSent() { request.onSent(); block(); } })]`;
  const code = program(server.url, `await transport.call(read, {});`, blocking);
  expect(await runProgram(code)).toContain('no response headers within 1500 ms');
});
