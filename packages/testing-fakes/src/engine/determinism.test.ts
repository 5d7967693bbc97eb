import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { FakeOptions } from '../fake/fake-options.js';

/** Runs a mix of requests; returns everything observable about them. */
async function run(options: FakeOptions): Promise<string> {
  const fake = createFake({ faults: [{ probability: 0.2, status: 503 }], paceMs: 7, ...options });
  const seen: string[] = [];
  const headers = {
    'vendor-version': '2023-06-01',
    'vendor-beta': 'managed-agents-2026-04-01',
    'content-type': 'application/json',
  };
  const post = async (key: string, path: string, body: object): Promise<void> => {
    const response = await fake.fetch(`${fake.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'x-api-key': key },
      body: JSON.stringify(body),
    });
    seen.push(String(response.status), JSON.stringify([...response.headers]), await response.text());
  };
  for (let index = 0; index < 20; index++) {
    await post(`api-${index % 3}`, '/v1/vaults', { display_name: `vault ${index}` });
    await post('api-0', '/v1/messages', {
      model: 'm',
      max_tokens: 50,
      stream: index % 2 === 0,
      messages: [{ role: 'user', content: `say ${index}` }],
    });
    await post('nobody', '/v1/vaults', {});
  }
  return JSON.stringify([seen, fake.journal()]);
}

test('two runs with the same seed are byte-for-byte identical, including their journals', async () => {
  const first = await run({ randomSeed: 7 });
  expect(await run({ randomSeed: 7 })).toBe(first);
  expect(await run({ randomSeed: 8 })).not.toBe(first);
  const demo = await run({ seed: 'demo', randomSeed: 7 });
  expect(await run({ seed: 'demo', randomSeed: 7 })).toBe(demo);
});

test.each(['/v1/messages', '/v1/complete'])(
  'streams do not depend on the order in which they are read: %s',
  async (path) => {
    const message = { max_tokens: 8000, messages: [{ role: 'user', content: '/long 2000' }] };
    const legacy = { max_tokens_to_sample: 8000, prompt: '\n\nHuman: /long 2000\n\nAssistant:' };
    const body = JSON.stringify({
      model: 'm',
      stream: true,
      ...(path === '/v1/messages' ? message : legacy),
    });

    /** Opens two streams, then reads them one after the other in this order. */
    async function inOrder(order: readonly [number, number]): Promise<string[]> {
      const fake = createFake({ randomSeed: 7 });
      const headers = {
        'x-api-key': fake.keys.api,
        'vendor-version': '2023-06-01',
        'content-type': 'application/json',
      };
      const open = () => fake.fetch(`${fake.url}${path}`, { method: 'POST', headers, body });
      const streams = [await open(), await open()];
      const texts: string[] = [];
      for (const index of order) texts[index] = await (streams[index] as Response).text();
      return texts;
    }

    const [first, second] = await inOrder([0, 1]);
    expect(second).not.toBe(first);
    expect(await inOrder([1, 0])).toEqual([first, second]);
  },
);
