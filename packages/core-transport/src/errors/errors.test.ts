import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import * as errors from '../index.js';
import { apiErrorOf } from './api-error.js';
import { safeCause } from './parlance-error.js';

const facts = {
  type: 'x_error',
  message: 'no',
  requestId: 'req_1',
  operation: 'things.retrieve',
  headers: { 'set-cookie': 'canary' },
  body: { text: 'canary' },
  retryable: false,
  retryAfterMs: null,
  attempts: [],
};

test.each([
  [
    { error: { details: { error_code: 'file_expired', days: 3 } } },
    'file_expired',
    { error_code: 'file_expired', days: 3 },
  ],
  [{ error: { details: { error_code: 5 } } }, null, { error_code: 5 }],
  [{ error: { details: 'text' } }, null, null],
  [{ error: null }, null, null],
  ['text', null, null],
  [null, null, null],
])('the body %j has the error code %s', (body, errorCode, details) => {
  const error = apiErrorOf({ ...facts, status: 400, body });
  expect([error.errorCode, error.details]).toEqual([errorCode, details]);
  expect(inspect(error)).not.toContain('file_expired');
});

describe('classes by status', () => {
  test.each([
    [400, 'BadRequestError', 'invalid_request_error'],
    [401, 'AuthenticationError', 'authentication_error'],
    [402, 'BillingError', 'billing_error'],
    [403, 'PermissionError', 'permission_error'],
    [404, 'NotFoundError', 'not_found_error'],
    [409, 'ConflictError', 'conflict_error'],
    [413, 'RequestTooLargeError', 'request_too_large'],
    [429, 'RateLimitError', 'rate_limit_error'],
    [500, 'ServerError', 'api_error'],
    [503, 'ServerError', 'api_error'],
    [504, 'ServerError', 'timeout_error'],
    [529, 'OverloadedError', 'overloaded_error'],
    [418, 'ApiError', 'api_error'],
  ])('%d is %s', (status, name, code) => {
    const error = apiErrorOf({ ...facts, status });
    expect(error.name).toBe(name);
    expect(errors.ApiError.is(error)).toBe(true);
    expect(error).toBeInstanceOf(Error);
    // The code is from a closed list; the service's own type is separate.
    expect(error.code).toBe(code);
    expect(error.type).toBe('x_error');
  });

  test.each([
    ['overloaded_error', 'OverloadedError'],
    ['rate_limit_error', 'RateLimitError'],
    ['api_error', 'ServerError'],
    ['invalid_request_error', 'BadRequestError'],
    ['future_error', 'ApiError'],
    ['constructor', 'ApiError'],
  ])('an error event of type %s is %s', (type, name) => {
    expect(apiErrorOf({ ...facts, status: null, type }).name).toBe(name);
  });
});

test('the text of the service is truncated', () => {
  const error = apiErrorOf({ ...facts, status: 400, type: 't'.repeat(5000), message: 'm'.repeat(5000) });
  expect(error.type).toHaveLength(101);
  expect(error.serviceMessage).toHaveLength(2001);
  expect(error.message.length).toBeLessThan(2200);
});

test('is() works across copies of the package, for the class and its subclasses only', async () => {
  vi.resetModules();
  const copy = await import('./api-error.js');
  expect(copy.RateLimitError).not.toBe(errors.RateLimitError);
  const foreign = copy.apiErrorOf({ ...facts, status: 429 });
  expect(foreign).not.toBeInstanceOf(errors.RateLimitError);
  expect(errors.RateLimitError.is(foreign)).toBe(true);
  expect(errors.ApiError.is(foreign)).toBe(true);
  expect(errors.ParlanceError.is(foreign)).toBe(true);
  expect(errors.ServerError.is(foreign)).toBe(false);
  expect(errors.ConfigError.is(foreign)).toBe(false);
});

test.each([undefined, null, 5, 'x', {}, new Error('x'), { name: 'ApiError' }])(
  '%o is not one of our errors',
  (value) => {
    expect(errors.ParlanceError.is(value)).toBe(false);
  },
);

test('JSON and inspection omit headers and bodies', () => {
  const error = apiErrorOf({ ...facts, status: 404 });
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'NotFoundError',
    code: 'not_found_error',
    message: 'things.retrieve: 404 x_error: no',
    status: 404,
    type: 'x_error',
    requestId: 'req_1',
    operation: 'things.retrieve',
    retryable: false,
    retryAfterMs: null,
    maybeApplied: false,
    attempts: [],
  });
  expect(inspect(error)).not.toContain('canary');
  expect(error.headers['set-cookie']).toBe('canary');
  expect(error.body).toEqual({ text: 'canary' });
});

test('JSON of a stream error includes its cause and omits the partial result', () => {
  const error = new errors.StreamError('server_error', {
    operation: 'messages.create',
    requestId: 'req_1',
    partial: { content: 'canary' },
    usage: { output_tokens: 1 },
    lastEventIndex: 4,
    cause: apiErrorOf({ ...facts, status: null, type: 'overloaded_error' }),
  });
  const shown = JSON.parse(JSON.stringify(error)) as Record<string, unknown>;
  expect(shown).toMatchObject({
    code: 'stream_server_error',
    reason: 'server_error',
    usage: { output_tokens: 1 },
    lastEventIndex: 4,
    cause: { name: 'OverloadedError' },
  });
  expect(inspect(error)).not.toContain('canary');
  expect(error.partial).toEqual({ content: 'canary' });
});

test('a cause is a copy without the extra properties of the original', () => {
  const original = Object.assign(new TypeError('reset'), { code: 'ECONNRESET', socket: { key: 'canary' } });
  const cause = safeCause(original);
  expect(cause).toMatchObject({ name: 'TypeError', message: 'reset', code: 'ECONNRESET' });
  expect(inspect(cause)).not.toContain('canary');
  expect(safeCause('text')).toBeUndefined();
});
