import { createMessage, inferenceNaming, retrieveModel } from '@parlance/schemas';
import { describe, expect, test, vi } from 'vitest';
import { ConfigError } from '../errors/request-errors.js';
import type { HttpAdapter, HttpRequest } from '../http-adapter.js';
import { Transport } from '../transport.js';
import type { TransportOptions } from '../options/client-options.js';

const naming = { vendor: 'acme', assistant: 'robin' };
const profile = { key: 'api-key', naming: inferenceNaming } as const;

function answering(body: object, headers: Record<string, string> = {}) {
  const requests: HttpRequest[] = [];
  const http: HttpAdapter = {
    send: (request) => {
      requests.push(request);
      const bytes = new TextEncoder().encode(JSON.stringify(body));
      return Promise.resolve({
        status: 200,
        headers: { 'content-type': 'application/json', ...headers },
        body: {
          read: (sink) => {
            sink.data(bytes);
            sink.end();
          },
          pause: () => undefined,
          resume: () => undefined,
          cancel: () => undefined,
        },
      });
    },
    close: () => Promise.resolve(),
  };
  return { http, requests };
}

function transport(options: Partial<TransportOptions>): Transport {
  return new Transport({ baseUrl: 'http://127.0.0.1', apiKey: 'key', ...options }, profile);
}

describe('naming', () => {
  test('writes the deployment’s names and reads them back', async () => {
    const { http, requests } = answering(
      {
        id: 'msg_1',
        model: 'robin-opus-4-7',
        content: [{ type: 'text', text: 'robin of acme' }],
        usage: {},
      },
      { 'acme-ratelimit-requests-limit': '5', 'request-id': 'req_1' },
    );
    const body = {
      model: 'assistant-opus-4-7',
      max_tokens: 5,
      messages: [{ role: 'assistant' as const, content: 'the assistant of the vendor' }],
      container: { skills: [{ skill_id: 's', type: 'vendor' as const }] },
    };
    const client = transport({ http, naming, betas: ['vendor-beta-1'] });
    const { data, headers } = await client.call(createMessage, { body }).withResponse();
    const [request] = requests;
    expect(request?.headers).toMatchObject({ 'acme-version': '2023-06-01', 'acme-beta': 'acme-beta-1' });
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.includes('vendor'))).toEqual([]);
    expect(JSON.parse(request?.body as string)).toEqual({
      ...body,
      model: 'robin-opus-4-7',
      container: { skills: [{ skill_id: 's', type: 'acme' }] },
    });
    expect(data.model).toBe('assistant-opus-4-7');
    expect(data.content).toEqual([{ type: 'text', text: 'robin of acme' }]);
    expect(headers['vendor-ratelimit-requests-limit']).toBe('5');
  });

  test('writes path parameters', async () => {
    const { http, requests } = answering({ id: 'robin-opus-4-7' });
    const model = await transport({ http, naming }).call(retrieveModel, {
      params: { model_id: 'assistant-opus-4-7' },
    });
    expect(requests[0]?.path).toBe('/v1/models/robin-opus-4-7');
    expect(model.id).toBe('assistant-opus-4-7');
  });

  test('falls back to PARLANCE_NAMING', async () => {
    vi.stubEnv('PARLANCE_NAMING', 'vendor=acme');
    const { http, requests } = answering({ id: 'x' });
    await transport({ http }).call(retrieveModel, { params: { model_id: 'assistant-opus-4-7' } });
    expect(requests[0]?.headers['acme-version']).toBe('2023-06-01');
    expect(requests[0]?.path).toBe('/v1/models/assistant-opus-4-7');
  });

  test.each([
    [{ vendor: 'same', assistant: 'same' }, 'assistant: must differ from vendor'],
    [{ assistant: 'opus' }, 'opus occurs in identifiers of the contract'],
    [{ vendor: 'Acme' }, 'lowercase'],
  ])('refuses %j at construction', (bad, message) => {
    expect(() => transport({ naming: bad })).toThrow(ConfigError);
    expect(() => transport({ naming: bad })).toThrow(message);
  });

  test('rejects a malformed variable', () => {
    vi.stubEnv('PARLANCE_NAMING', 'acme');
    expect(() => transport({})).toThrow('PARLANCE_NAMING must have the form');
  });
});
