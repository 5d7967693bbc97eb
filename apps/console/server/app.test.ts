import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openApp, post } from './testing/open-app.js';

describe('the app', () => {
  test('responds to a call with JSON', async () => {
    const { request } = await openApp();
    const response = await request('/rpc/service/about', post(null));
    expect(await response.json()).toMatchObject({ emulator: true });
  });

  test('responds to a streaming call with events, ending with an end event', async () => {
    const { request } = await openApp();
    const params = {
      model: 'assistant-haiku-4-5',
      max_tokens: 50,
      useTools: false,
      messages: [{ role: 'user', content: 'Hi' }],
    };
    const text = await (await request('/rpc/chat/send', post(params))).text();
    expect(text).toContain('"type":"message_stop"');
    expect(text.trimEnd().endsWith('event: end\ndata:')).toBe(true);
  });

  test('responds with 404 to unknown calls', async () => {
    const { request } = await openApp();
    expect((await request('/rpc/service/constructor', post(null))).status).toBe(404);
  });

  test('rejects an input that is not JSON, without echoing it', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { request } = await openApp();
    const response = await request('/rpc/compliance/deleteChat', {
      method: 'POST',
      body: 'token canary-3e1f',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('canary');
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  test('rejects other host names and other origins', async () => {
    const { request } = await openApp();
    expect((await request('/rpc/service/about', post(null, { origin: 'https://evil.example' }))).status).toBe(
      403,
    );
    expect((await request('http://evil.example/rpc/service/about', post(null))).status).toBe(403);
  });

  test.each([
    ['same-origin', 200, 404],
    ['none', 200, 404],
    ['same-site', 403, 403],
    ['cross-site', 403, 403],
  ])(
    'with sec-fetch-site %s, responds to a call with %i and to a download with %i',
    async (site, called, downloaded) => {
      const { request } = await openApp();
      const headers = { 'sec-fetch-site': site };
      expect((await request('/rpc/service/about', post(null, headers))).status).toBe(called);
      // The file does not exist, but requesting it would still be logged as an activity.
      expect((await request('/files/files/none', { headers })).status).toBe(downloaded);
    },
  );

  test('passes an upload through unchanged, and reports why one is rejected', async () => {
    const { request } = await openApp();
    const body = new Uint8Array([0, 255, 10, 13]);
    const upload = (name: string, headers = {}) =>
      request(`/files/uploads/${encodeURIComponent(name)}`, { method: 'POST', body, headers });
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

  test('forbids its pages to load anything from other origins', async () => {
    const { request } = await openApp();
    const response = await request('/rpc/service/about', post(null));
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  test('revalidates pages, caches built files, and responds with 404 for an unknown page or a built file that is gone', async () => {
    const pages = await mkdtemp(path.join(tmpdir(), 'parlance-pages-'));
    await mkdir(path.join(pages, 'assets'));
    await writeFile(path.join(pages, 'index.html'), '<title>Pages</title>');
    await writeFile(path.join(pages, 'assets', 'page-1f3a.js'), 'export {};');
    const { request } = await openApp(pages);
    const page = await request('/chat');
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const nowhere = await request('/chats');
    expect([nowhere.status, await nowhere.text()]).toEqual([404, '<title>Pages</title>']);
    for (const path of ['/', '/?tab=users', '/requests', '/admin/?tab=users'])
      expect((await request(path)).status).toBe(200);
    const built = await request('/assets/page-1f3a.js');
    expect([built.status, built.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const gone = await request('/assets/page-0000.js');
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, null]);
    await rm(pages, { recursive: true });
  });
});
