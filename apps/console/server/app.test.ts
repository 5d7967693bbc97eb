import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createApp } from './app.js';
import { connect } from './connect.js';
import { Exports } from './exports.js';
import { Traffic } from './traffic.js';

async function withApp(
  use: (ask: (path: string, init?: RequestInit) => Promise<Response>) => Promise<void>,
  pages = import.meta.dirname,
): Promise<void> {
  const backend = await connect(undefined);
  const traffic = new Traffic(backend);
  try {
    const exports = new Exports({ folder: '/nowhere', backend });
    const app = createApp({ backend, traffic, pages, exports });
    await use(async (path, init) => app.request(`http://127.0.0.1:80${path}`, init));
  } finally {
    traffic.close();
    await backend.close();
  }
}

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

describe('the app', () => {
  test('responds to a call with JSON', async () => {
    await withApp(async (ask) => {
      const response = await ask('/rpc/service/about', post(null));
      expect(await response.json()).toMatchObject({ emulator: true });
    });
  });

  test('responds to a streaming call with events, ending with an end event', async () => {
    await withApp(async (ask) => {
      const params = {
        model: 'assistant-haiku-4-5',
        max_tokens: 50,
        useTools: false,
        messages: [{ role: 'user', content: 'Hi' }],
      };
      const text = await (await ask('/rpc/chat/send', post(params))).text();
      expect(text).toContain('"type":"message_stop"');
      expect(text.trimEnd().endsWith('event: end\ndata:')).toBe(true);
    });
  });

  test('reports a problem with its details', async () => {
    await withApp(async (ask) => {
      const params = {
        model: 'assistant-haiku-4-5',
        useTools: false,
        messages: [{ role: 'system', content: 'Hi' }],
      };
      const response = await ask('/rpc/chat/count', post(params));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ kind: 'input', fields: [{ path: 'messages.0.role' }] });
    });
  });

  test('responds with 404 to unknown calls', async () => {
    await withApp(async (ask) => {
      expect((await ask('/rpc/service/constructor', post(null))).status).toBe(404);
    });
  });

  test('rejects an input that is not JSON, without echoing it', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    await withApp(async (ask) => {
      const response = await ask('/rpc/credentials/create', { method: 'POST', body: 'token canary-3e1f' });
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain('canary');
    });
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  test('rejects other host names and other origins', async () => {
    await withApp(async (ask) => {
      expect((await ask('/rpc/service/about', post(null, { origin: 'https://evil.example' }))).status).toBe(
        403,
      );
      const backend = await connect(undefined);
      const traffic = new Traffic(backend);
      const exports = new Exports({ folder: '/nowhere', backend });
      const app = createApp({ backend, traffic, pages: import.meta.dirname, exports });
      expect((await app.request('http://evil.example/rpc/service/about', post(null))).status).toBe(403);
      traffic.close();
      await backend.close();
    });
  });

  test.each([
    ['same-origin', 200, 404],
    ['none', 200, 404],
    ['same-site', 403, 403],
    ['cross-site', 403, 403],
  ])(
    'with sec-fetch-site %s, responds to a call with %i and to a download with %i',
    async (site, called, downloaded) => {
      await withApp(async (ask) => {
        const headers = { 'sec-fetch-site': site };
        expect((await ask('/rpc/service/about', post(null, headers))).status).toBe(called);
        // The file does not exist, but requesting it would still be logged as an activity.
        expect((await ask('/files/files/none', { headers })).status).toBe(downloaded);
      });
    },
  );

  test('passes an upload through unchanged, and reports why one is rejected', async () => {
    await withApp(async (ask) => {
      const body = new Uint8Array([0, 255, 10, 13]);
      const upload = (name: string, headers = {}) =>
        ask(`/files/uploads/${encodeURIComponent(name)}`, { method: 'POST', body, headers });
      const response = await upload('été.bin', { 'content-type': 'image/png' });
      expect(await response.json()).toMatchObject({
        filename: 'été.bin',
        mime_type: 'image/png',
        size_bytes: 4,
      });
      const rejected = await upload('n'.repeat(256));
      expect(rejected.status).toBe(400);
      expect(await rejected.json()).toMatchObject({ kind: 'input' });
      expect((await upload('a.bin', { origin: 'https://evil.example' })).status).toBe(403);
    });
  });

  test('forbids its pages to load anything from other origins', async () => {
    await withApp(async (ask) => {
      const response = await ask('/rpc/service/about', post(null));
      const policy = response.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toContain('unsafe');
    });
  });

  test('revalidates pages, caches built files, and responds with 404 for an unknown page or a built file that is gone', async () => {
    const pages = await mkdtemp(path.join(tmpdir(), 'parlance-pages-'));
    await mkdir(path.join(pages, 'assets'));
    await writeFile(path.join(pages, 'index.html'), '<title>Pages</title>');
    await writeFile(path.join(pages, 'assets', 'page-1f3a.js'), 'export {};');
    await withApp(async (ask) => {
      const page = await ask('/chat');
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      const nowhere = await ask('/chats');
      expect([nowhere.status, await nowhere.text()]).toEqual([404, '<title>Pages</title>']);
      for (const path of ['/', '/?tab=users', '/requests', '/admin/?tab=users'])
        expect((await ask(path)).status).toBe(200);
      const built = await ask('/assets/page-1f3a.js');
      expect([built.status, built.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      const gone = await ask('/assets/page-0000.js');
      expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, null]);
    }, pages);
    await rm(pages, { recursive: true });
  });
});
