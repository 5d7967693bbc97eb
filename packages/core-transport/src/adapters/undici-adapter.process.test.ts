import { describe, expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import type { Responder } from '@parlance/testing/fault-server';
import { json } from '@parlance/testing/responders';
import { runProgram } from '@parlance/testing/run-program';

const hangs: Responder = () => undefined;
const tunnels: Responder = (connection) => connection.write('HTTP/1.1 200 Connection established\r\n\r\n');

describe('the process', () => {
  const make = (url: string): string =>
    `const transport = new Transport({ baseUrl: '${url}', apiKey: 'key', retry: { maxRetries: 0 } }, { key: 'api-key' });
     const operation = { id: 'x', method: 'GET', path: '/v1/x', auth: 'api-key', replay: 'read', source: '' };`;

  test('ends while an idle client holds a kept connection', async () => {
    await using server = await FaultServer.start(json(200, {}, { 'keep-alive': 'timeout=600' }));
    const code = `${make(server.url)} await transport.call(operation, {}); console.log('done');`;
    expect(await runProgram(code)).toBe('done');
  });

  test('stays alive for a pending call until its deadline', async () => {
    await using server = await FaultServer.start(() => undefined);
    const code = `${make(server.url)}
      transport.call(operation, {}, { timeouts: { headersMs: 50 } }).catch((error) => console.log(error.code));`;
    expect(await runProgram(code)).toBe('timeout_headers');
  });

  test('does not wait for a connection that no request needs', async () => {
    // An address that is set aside for documentation: nothing answers there, or the network refuses it at once.
    const code = `${make('https://192.0.2.1')}
      transport.call(operation, {}, { signal: AbortSignal.timeout(50) }).catch((error) => console.log(typeof error.code));`;
    expect(await runProgram(code)).toBe('string');
  });

  test.each([
    ['a proxy that does not open the tunnel', 'https://service.example', hangs],
    ['a proxy whose tunnel leads nowhere', 'https://service.example', tunnels],
    ['a proxy that does not forward', 'http://service.example', hangs],
  ])('does not wait for %s', async (_name, url, accept) => {
    await using proxy = await FaultServer.start(accept);
    const options = `{ baseUrl: '${url}', allowInsecure: true, apiKey: 'key', timeouts: { connectMs: Infinity } }`;
    const code = `const transport = new Transport(${options}, { key: 'api-key' });
      const operation = { id: 'x', method: 'GET', path: '/v1/x', auth: 'api-key', replay: 'read', source: '' };
      transport.call(operation, {}, { signal: AbortSignal.timeout(300) }).catch((error) => console.log(error.name));`;
    const env = { http_proxy: proxy.url, https_proxy: proxy.url, no_proxy: '' };
    expect(await runProgram(code, { env })).toBe('AbortedError');
  });
});
