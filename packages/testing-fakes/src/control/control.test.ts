import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readOpenapi } from '@parlance/testing';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';

let fake: Fake;
let url: string;

beforeEach(async () => {
  fake = createFake({ clock: { mode: 'manual' } });
  ({ url } = await fake.listen());
});
afterEach(() => fake.close());

async function post(path: string, body?: unknown) {
  const response = await fetch(`${url}/_fake/${path}`, {
    method: 'POST',
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as { error?: { message: string } } };
}

/** Returns the status of a request with this `host` header. */
async function statusUnder(host: string): Promise<number | undefined> {
  const request = get(`${url}/_fake/worlds/a/journal`, { headers: { host } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

async function models(key: string) {
  return fetch(`${url}/v1/models`, { headers: { 'x-api-key': key, 'vendor-version': '2023-06-01' } });
}

describe('the control API', () => {
  test('moves the clock of one world', async () => {
    expect(await post('worlds/a/clock', { advance_ms: 1500 })).toEqual({
      status: 200,
      json: { now: '2026-06-01T00:00:01.500Z' },
    });
    expect(fake.world('b').clock.iso()).toBe('2026-06-01T00:00:00.000Z');
    expect((await post('worlds/a/clock', { set: '2030-01-01T00:00:00Z' })).json).toEqual({
      now: '2030-01-01T00:00:00.000Z',
    });
    await post('worlds/a/clock', { mode: 'running', factor: 60 });
    expect([fake.world('a').clock.mode, fake.world('a').clock.factor]).toEqual(['running', 60]);
  });

  test('accepts invites', async () => {
    const invite = await fetch(`${url}/v1/organizations/invites`, {
      method: 'POST',
      headers: { 'x-api-key': 'admin-a', 'vendor-version': '2023-06-01', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', role: 'developer' }),
    });
    const { id } = (await invite.json()) as { id: string };
    expect(await post('worlds/a/invites', { accept: id })).toMatchObject({
      status: 200,
      json: { type: 'user', email: 'ada@example.com', role: 'developer' },
    });
    expect(await post('worlds/a/invites', { accept: id })).toEqual({
      status: 409,
      json: { error: { message: `The invite ${id} cannot be accepted: it is accepted.` } },
    });
    expect((await post('worlds/a/invites', {})).status).toBe(400);
  });

  test.each([
    ['worlds/a/clock', {}, 'body: must set at least one of advance_ms, set, mode, factor'],
    [
      'worlds/a/clock',
      { advance: 1 },
      'body: unknown key "advance" (did you mean "advance_ms"?); allowed: advance_ms, set, mode, factor',
    ],
    ['worlds/a/clock', { advance_ms: -1 }, 'body.advance_ms: must be a number from 0 to 10000000000000'],
    [
      'worlds/a/clock',
      { set: 'tomorrow' },
      'body.set: must be an RFC 3339 time, for example 2026-06-01T00:00:00Z',
    ],
    ['worlds/a/clock', { mode: 'fast' }, 'body.mode: must be skip, manual, or running'],
    ['worlds/a/clock', undefined, 'body: is required'],
    ['worlds/a/clock', [1], 'body: must be an object with advance_ms'],
    [
      'worlds/a/sessions',
      { grades: [] },
      'sessions: unknown key "grades" (did you mean "grader"?); allowed: replies, tools',
    ],
    ['worlds/a/fork', { to: '' }, 'body.to: must be 1 to 64 letters'],
    [
      'worlds/a/restore',
      { format: 'parlance-world', version: 99 },
      'snapshot.version: must be 1; another release wrote this snapshot',
    ],
  ])('rejects %s %j', async (path, body, message) => {
    const { status, json } = await post(path, body);
    expect(status).toBe(400);
    expect(json.error?.message).toContain(message);
  });

  test('resets, forks, exports and restores worlds', async () => {
    await models('api-a');
    await post('worlds/a/clock', { advance_ms: 1000 });
    await post('worlds/a/fork', { to: 'b' });
    const saved: unknown = await (await fetch(`${url}/_fake/worlds/b/snapshot`)).json();
    expect((await post('worlds/a/reset')).status).toBe(200);
    expect(fake.world('a').clock.iso()).toBe('2026-06-01T00:00:00.000Z');
    expect(fake.world('b').clock.iso()).toBe('2026-06-01T00:00:01.000Z');
    expect((await post('worlds/c/restore', saved)).status).toBe(200);
    expect(fake.world('c').clock.iso()).toBe('2026-06-01T00:00:01.000Z');
    expect(fake.journal('a')).toEqual([]);
  });

  test('returns the journal of one world', async () => {
    await models('api-a');
    await models('api-b');
    await models('nonsense');
    const journal = (await (await fetch(`${url}/_fake/worlds/a/journal`)).json()) as unknown[];
    expect(journal).toEqual([
      {
        number: 1,
        world: 'a',
        time: '2026-06-01T00:00:00.000Z',
        duration_ms: 0,
        method: 'GET',
        path: '/v1/models',
        operation: 'models.list',
        status: 200,
        rule: null,
        fault: null,
        unknown_model: null,
        request_id: expect.stringMatching(/^req_/),
      },
    ]);
    expect(fake.journal().map(({ status, rule }) => [status, rule])).toEqual([
      [200, null],
      [200, null],
      [401, 'GEN-006'],
    ]);
  });

  // It may have to write the document first, which takes long on a loaded machine.
  test('serves the OpenAPI document of the contract', { timeout: 120_000 }, async () => {
    const document = readOpenapi();
    const response = await fetch(`${url}/_fake/openapi.json`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(document);
    expect(document).toMatchObject({ openapi: '3.1.1' });
  });

  test('requires the token, if there is one, before it reads the body', async () => {
    await using guarded = createFake();
    const server = await guarded.listen({ controlToken: 'secret' });
    const statusOf = async (authorization: string | undefined) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const body = 'not JSON';
      return (await fetch(`${server.url}/_fake/worlds/a/reset`, { method: 'POST', headers, body })).status;
    };
    expect(await statusOf(undefined)).toBe(401);
    expect(await statusOf('Bearer secret2')).toBe(401);
    expect(await statusOf('secret')).toBe(401);
    expect(await statusOf('Bearer secret')).toBe(400);
    expect((await fetch(`${server.url}/_fake/worlds/a/journal`)).status).toBe(401);
    expect((await fetch(`${server.url}/v1/models`)).headers.get('x-parlance-rule')).toBe('GEN-006');
  });

  test('is not part of the API, and rejects requests from other sites', async () => {
    expect((await fake.fetch(`${url}/_fake/health`)).status).toBe(404);
    expect((await fetch(`${url}/_fake/health`, { headers: { origin: 'https://example.com' } })).status).toBe(
      403,
    );
    expect(await statusUnder('rebound.example:80')).toBe(403);
    expect(await statusUnder('localhost')).toBe(200);
    expect(await statusUnder('[::1]:8080')).toBe(200);
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
      const { status } = await fetch(`${url}/_fake/worlds/a/scripts`, {
        headers: { 'sec-fetch-site': site },
      });
      expect([site, status]).toEqual([site, site === 'cross-site' ? 403 : 200]);
    }
    expect((await fetch(`${url}/_fake/none`)).status).toBe(404);
    expect((await post('worlds/__proto__/reset')).status).toBe(400);
  });
});
