import { expect, test } from 'vitest';
import { Hono } from 'hono';
import { createAccess, requireAccess, type Access } from './access.js';

const access = createAccess(['api-key', 'admin-key']);
const ORIGIN = 'http://127.0.0.1:4170';

function request(
  address: string,
  headers: Record<string, string> = {},
  method = 'GET',
  used: Access = access,
) {
  const app = new Hono();
  app.use(requireAccess(used));
  app.all('/*', (context) => context.text('page'));
  return app.request(`${ORIGIN}${address}`, { method, headers });
}

const cookie = { cookie: `parlance-console-4170=${access.session}` };

test.each(['/', '/chat', '/assets/page-1f3a.js', '/?token=', '/?token=wrong', '/rpc/service/about'])(
  'rejects %s without the token',
  async (address) => {
    const response = await request(address);
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toContain('Open it with the URL that it prints in its terminal');
  },
);

test('rejects calls with a problem for the page', async () => {
  for (const address of ['/rpc/service/about', '/files/uploads/a.bin']) {
    const response = await request(address, {}, 'POST');
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'console_unauthorized' }]);
  }
});

test('the token in the URL of a page sets a cookie and disappears from the URL', async () => {
  const response = await request(`/compliance?tab=exports&token=${access.token}`);
  expect(response.headers.get('set-cookie')).toBe(
    `parlance-console-4170=${access.session}; Path=/; HttpOnly; SameSite=Strict`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  expect(text).toContain(`content="0;url=${ORIGIN}/compliance?tab=exports"`);
  expect(text).not.toContain(access.token);
});

test('accepts the cookie for pages and calls', async () => {
  expect(await (await request('/chat', cookie)).text()).toBe('page');
  expect((await request('/rpc/service/about', cookie, 'POST')).status).toBe(200);
});

test('does not accept the token for calls, nor as a cookie, nor the cookie of another port', async () => {
  expect((await request(`/rpc/service/about?token=${access.token}`, {}, 'POST')).status).toBe(401);
  expect((await request('/chat', { cookie: `parlance-console-4170=${access.token}` })).status).toBe(401);
  expect((await request('/chat', { cookie: `parlance-console-4171=${access.session}` })).status).toBe(401);
});

test('the page that sets the cookie leads to this server, whatever the path', async () => {
  for (const path of ['//evil.example/', '/"><script>alert(1)</script>', '/%22%3E%3C']) {
    const text = await (await request(`${path}?token=${access.token}`)).text();
    expect(text).toMatch(
      /^<!doctype html><meta http-equiv="refresh" content="0;url=http:\/\/127\.0\.0\.1:4170\/[^"<>]*" \/>$/,
    );
  }
});

test('the cookie survives a restart with the same keys, the token does not', () => {
  const restarted = createAccess(['api-key', 'admin-key']);
  expect(restarted.session).toBe(access.session);
  expect(restarted.token).not.toBe(access.token);
  expect(createAccess(['api-key', 'other']).session).not.toBe(access.session);
  expect(access.session).not.toContain('key');
});
