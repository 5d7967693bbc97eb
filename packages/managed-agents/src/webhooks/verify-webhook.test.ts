import { createHmac } from 'node:crypto';
import { ConfigError } from '@parlance/core-transport';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { verifyWebhook, WebhookError } from './index.js';

const SECRET = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret').toString('base64')}`;
const SENT = 1_780_000_000;
const now = () => SENT * 1000;
const event = {
  id: 'event_1',
  created_at: '2026-06-01T00:00:00Z',
  data: { id: 'sesn_1', organization_id: 'org_1', type: 'session.status_idled', workspace_id: 'wrkspc_1' },
  type: 'event',
};
const body = JSON.stringify(event);

function sign(
  text: string | Uint8Array,
  { secret = SECRET, time = String(SENT) } = {},
): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`event_1.${time}.`).update(text).digest('base64');
  return { 'webhook-id': 'event_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return WebhookError.is(error) || ConfigError.is(error) ? error.code : error;
}

test('returns the event of a genuine delivery, however it arrives', async () => {
  const headers = sign(body);
  const bytes = new TextEncoder().encode(body);
  for (const received of [body, bytes, bytes.buffer])
    expect(await verifyWebhook(received, headers, SECRET, { now })).toEqual(event);
  expect(await verifyWebhook(body, new Headers(headers), SECRET, { now })).toEqual(event);
  const repeated = { ...headers, 'webhook-signature': [String(headers['webhook-signature'])] };
  expect(await verifyWebhook(body, repeated, SECRET, { now })).toEqual(event);
  const capitalized = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
  expect(await verifyWebhook(body, Object.fromEntries(capitalized), SECRET, { now })).toEqual(event);
});

test('accepts several secrets and several signatures during a rotation', async () => {
  const headers = sign(body);
  expect(await verifyWebhook(body, headers, [OTHER, SECRET], { now })).toEqual(event);
  const both = `${sign(body, { secret: OTHER })['webhook-signature']} v2,x ${headers['webhook-signature']}`;
  expect(await verifyWebhook(body, { ...headers, 'webhook-signature': both }, SECRET, { now })).toEqual(
    event,
  );
});

test('the body is hashed once per secret, however many signatures the header has', async () => {
  const { sign: hash, verify } = crypto.subtle;
  let hashes = 0;
  const counted =
    <Args extends unknown[], Result>(method: (...args: Args) => Result) =>
    (...args: Args): Result => {
      hashes += 1;
      return method.apply(crypto.subtle, args);
    };
  vi.spyOn(crypto.subtle, 'sign').mockImplementation(counted(hash));
  vi.spyOn(crypto.subtle, 'verify').mockImplementation(counted(verify));
  const forged = 'v1, '.repeat(1000) + `v1,${Buffer.alloc(32).toString('base64')} `.repeat(1000);
  const headers = { ...sign(body), 'webhook-signature': forged };
  expect(await codeOf(verifyWebhook(body, headers, [OTHER, SECRET], { now }))).toBe('signature_mismatch');
  expect(hashes).toBe(2);
});

describe('rejects a delivery', () => {
  const headers = sign(body);
  test.each([
    ['without an id', { ...headers, 'webhook-id': '' }, 'missing_header'],
    ['without a signature', { ...headers, 'webhook-signature': undefined }, 'missing_header'],
    ['with another id', { ...headers, 'webhook-id': 'event_2' }, 'signature_mismatch'],
    ['with the signature of another secret', sign(body, { secret: OTHER }), 'signature_mismatch'],
    ['of another version', { ...headers, 'webhook-signature': 'v2,abc=' }, 'signature_mismatch'],
    [
      'with a signature that is not base64',
      { ...headers, 'webhook-signature': 'v1,***' },
      'signature_mismatch',
    ],
    ['with a signature that is too short', { ...headers, 'webhook-signature': 'v1,' }, 'signature_mismatch'],
    [
      'with the beginning of its signature',
      { ...headers, 'webhook-signature': String(headers['webhook-signature']).slice(0, -4) },
      'signature_mismatch',
    ],
    ['with a time that is not a number', { ...headers, 'webhook-timestamp': 'now' }, 'invalid_timestamp'],
    ['that is too old', sign(body, { time: String(SENT - 301) }), 'too_old'],
    ['from the future', sign(body, { time: String(SENT + 301) }), 'too_new'],
  ])('%s', async (_, received, code) => {
    expect(await codeOf(verifyWebhook(body, received, SECRET, { now }))).toBe(code);
  });

  test('whose signed body is not an event', async () => {
    for (const text of ['{', 'null', '[]', '{"id":"event_1"}', '{"id":1,"data":{"type":"x"}}'])
      expect(await codeOf(verifyWebhook(text, sign(text), SECRET, { now }))).toBe('invalid_body');
    const broken = new Uint8Array([0xff, 0xfe]);
    expect(await codeOf(verifyWebhook(broken, sign(broken), SECRET, { now }))).toBe('invalid_body');
  });

  test('for any change of one character', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(body.length - 1),
        fc.string({ minLength: 1, maxLength: 1 }),
        async (at, other) => {
          fc.pre(body[at] !== other);
          const changed = body.slice(0, at) + other + body.slice(at + 1);
          expect(await codeOf(verifyWebhook(changed, headers, SECRET, { now }))).toBe('signature_mismatch');
        },
      ),
    );
  });
});

test('an age within the tolerance is accepted', async () => {
  const options = { now: () => (SENT + 300) * 1000 };
  expect(await verifyWebhook(body, sign(body), SECRET, options)).toEqual(event);
  expect(await codeOf(verifyWebhook(body, sign(body), SECRET, { ...options, toleranceSeconds: 299 }))).toBe(
    'too_old',
  );
  expect(await verifyWebhook(body, sign(body), SECRET, { now, toleranceSeconds: 0 })).toEqual(event);
});

test.each([
  ['an empty secret', ''],
  ['no secrets', []],
  ['a secret that is not base64', 'whsec_***'],
  ['a secret without content', 'whsec_'],
  ['a secret that is missing', undefined as unknown as string],
])('%s is an invalid option', async (_, secret) => {
  expect(await codeOf(verifyWebhook(body, sign(body), secret, { now }))).toBe('invalid_option');
});

test('a parsed body is an invalid option', async () => {
  expect(await codeOf(verifyWebhook(event as unknown as string, sign(body), SECRET, { now }))).toBe(
    'invalid_option',
  );
});

test.each([
  ['headers that are missing', () => verifyWebhook(body, null as unknown as Headers, SECRET, { now })],
  ['a clock without a time', () => verifyWebhook(body, sign(body), SECRET, { now: () => Number.NaN })],
])('%s: an invalid option', async (_, verify) => {
  expect(await codeOf(verify())).toBe('invalid_option');
});

test('errors contain neither the secret nor the body', async () => {
  const error: unknown = await verifyWebhook('{"password":"hunter2"', sign(body), SECRET, { now }).catch(
    (reason: unknown) => reason,
  );
  expect(String(error)).not.toMatch(/hunter2|whsec_/);
});
