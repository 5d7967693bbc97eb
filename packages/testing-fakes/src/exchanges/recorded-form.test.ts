import { operations } from '@parlance/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../adapters/listen.js';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { parseScenario } from '../fake/read-scenario-file.js';
import type { Scenario } from '../fake/scenario.js';
import type { Exchange } from './exchange.js';
import type { ContentMode } from './mask.js';
import { createRecorder } from './recorder.js';

let upstream: Fake;
beforeEach(async () => {
  upstream = createFake();
  await upstream.listen();
});
afterEach(() => upstream.close());

const CONTENT = 'canary-content';
const file = (content: string, name = 'canary-name.txt') => new File([content], name, { type: 'text/plain' });

/** Returns the text of a recording. */
async function record(
  content: ContentMode,
  use: (url: string) => Promise<unknown>,
  service = upstream,
): Promise<string> {
  const exchanges: Exchange[] = [];
  const engine = createRecorder({
    operations: Object.values(operations),
    upstream: new URL(service.url),
    content,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const { url, close } = await listen(engine, { port: 0, host: '127.0.0.1' });
  try {
    await use(url);
  } finally {
    await close();
  }
  return JSON.stringify({ exchanges });
}

async function replay(text: string, use: (url: string) => Promise<void>): Promise<readonly string[]> {
  await using fake = createFake({ scenario: parseScenario(text) });
  const { url } = await fake.listen();
  await use(url);
  return fake.scenarioProblems();
}

function send(url: string, path: string, body?: string | FormData, type?: string): Promise<Response> {
  const headers = {
    'x-api-key': upstream.keys.api,
    'vendor-version': '2023-06-01',
    'vendor-beta': path.startsWith('/v1/skills') ? 'skills-2025-10-02' : 'files-api-2025-04-14',
    ...(type !== undefined && { 'content-type': type }),
  };
  return fetch(url + path, { method: body === undefined ? 'GET' : 'POST', headers, body: body ?? null });
}

function upload(url: string, content = CONTENT, name?: string): Promise<Response> {
  const form = new FormData();
  form.set('file', file(content, name));
  return send(url, '/v1/files', form);
}

describe('a recorded upload', () => {
  test('has neither the name nor the content of the file, and matches the same file', async () => {
    let first: unknown;
    const text = await record('masked', async (url) => (first = await (await upload(url)).json()));
    expect(text).not.toContain('canary');
    expect(text).not.toContain(Buffer.from(CONTENT).toString('base64').slice(0, 12));
    const { exchanges = [] } = JSON.parse(text) as Scenario;
    expect(exchanges[0]?.body).toEqual({
      multipart: [
        {
          name: 'file',
          filename: '[15 characters]',
          content_type: 'text/plain',
          size: 14,
          sha256: expect.stringMatching(/^[\da-f]{64}$/) as unknown,
        },
      ],
    });
    const problems = await replay(text, async (url) => {
      const other = await upload(url, 'canary-CONTENT');
      expect([other.status, await other.text()]).toEqual([
        400,
        expect.stringContaining('body.multipart.0.sha256'),
      ]);
      const same = await upload(url);
      expect(await same.json()).toEqual({ ...(first as object), filename: '[15 characters]' });
    });
    expect(problems).toHaveLength(1);
  });

  test('has both if they are kept, and compares them', async () => {
    const text = await record('kept', upload);
    const { exchanges = [] } = JSON.parse(text) as Scenario;
    expect(exchanges[0]?.body).toMatchObject({
      multipart: [{ filename: 'canary-name.txt', base64: Buffer.from(CONTENT).toString('base64') }],
    });
    await replay(text, async (url) => {
      expect((await upload(url, CONTENT, 'canary-nome.txt')).status).toBe(400);
      expect((await upload(url)).status).toBe(200);
    });
  });

  test('has no content that is large or contains a key', async () => {
    const secret = `the key is ${upstream.keys.api}`;
    const text = await record('kept', async (url) => {
      await upload(url, secret);
      await upload(url, 'x'.repeat(1024 * 1024 + 1));
    });
    expect(text).not.toContain('base64');
    const problems = await replay(text, async (url) => expect((await upload(url, secret)).status).toBe(200));
    expect(problems).toEqual([expect.stringContaining('exchanges.1 was never used')]);
  });

  test('matches another boundary and order of fields', async () => {
    const part = (name: string, value: string) => `content-disposition: form-data; name="${name}"${value}`;
    const parts = [
      part('display_title', '\r\n\r\ncanary-title'),
      part(
        'files[]',
        `; filename="reports/SKILL.md"\r\n\r\n---\nname: reports\ndescription: canary\n---\ncanary`,
      ),
      part('files[]', '; filename="reports/canary.md"\r\n\r\ncanary'),
    ];
    const create = (url: string, boundary: string, list: readonly string[]) =>
      send(
        url,
        '/v1/skills',
        `${list.map((one) => `--${boundary}\r\n${one}\r\n`).join('')}--${boundary}--\r\n`,
        `multipart/form-data; boundary=${boundary}`,
      );
    const text = await record('masked', async (url) =>
      expect(await (await create(url, 'a', parts)).text()).toContain('skill_'),
    );
    expect(text).not.toContain('canary');
    const problems = await replay(text, async (url) =>
      expect((await create(url, 'bcd', [...parts.slice(1), ...parts.slice(0, 1)])).status).toBe(200),
    );
    expect(problems).toEqual([]);
  });
});

describe('a recorded download', () => {
  const path = '/v1/files/file_1/content';
  const bytes = Buffer.from('{"canary":"\u{1F600}"}');
  const download = async (url: string): Promise<Buffer> =>
    Buffer.from(await (await send(url, path)).arrayBuffer());

  test.each([
    ['masked', 'application/json', Buffer.alloc(bytes.length)],
    ['masked', 'image/png', Buffer.alloc(bytes.length)],
    ['kept', 'application/json', bytes],
    ['kept', 'image/png', bytes],
  ] as const)('that is %s, of type %s, has a body of the same length', async (mode, type, expected) => {
    const response = { status: 200, headers: { 'content-type': type }, base64: bytes.toString('base64') };
    await using service = createFake({ scenario: { exchanges: [{ method: 'GET', path, response }] } });
    await service.listen();
    const text = await record(mode, async (url) => expect(await download(url)).toEqual(bytes), service);
    expect(text).not.toContain('canary');
    await replay(text, async (url) => expect(await download(url)).toEqual(expected));
  });
});
