/* Program of the guide on middleware. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Add a header, a cache and an audit log
import { bufferedBody, readBytes, type HttpResponse, type Middleware } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

/** Adds a header to every request. */
const tagRequests: Middleware = (next) => (request) =>
  next({ ...request, headers: { ...request.headers, 'x-request-source': 'billing' } });

/** Keeps successful responses of GET requests for a minute. */
function cacheReads(): Middleware {
  const entries = new Map<string, { response: HttpResponse; bytes: Uint8Array; until: number }>();
  return (next) => async (request) => {
    if (request.method !== 'GET') return next(request);
    const hit = entries.get(request.path);
    if (hit !== undefined && hit.until > Date.now()) {
      request.onSent?.();
      return { ...hit.response, body: bufferedBody(hit.bytes) };
    }
    const response = await next(request);
    if (response.status !== 200) return response;
    const bytes = await readBytes(response.body);
    entries.set(request.path, { response, bytes, until: Date.now() + 60_000 });
    return { ...response, body: bufferedBody(bytes) };
  };
}

/** Records who called what, and how it ended. Bodies contain prompts and keys are in headers, so neither is recorded. */
function auditLog(write: (line: object) => void): Middleware {
  return (next) => async (request) => {
    const entry = { at: new Date().toISOString(), method: request.method, path: request.path };
    try {
      const response = await next(request);
      write({ ...entry, status: response.status, requestId: response.headers['request-id'] });
      return response;
    } catch (error) {
      write({ ...entry, error: String(error) });
      throw error;
    }
  };
}

// An emulator. Use your own service and key instead, without `http`.
const fake = createFake();
const lines: object[] = [];
const inference = new InferenceClient({
  baseUrl: fake.url,
  apiKey: fake.keys.api,
  http: fake.http(),
  // The first is the outermost: the log also has what the cache answers.
  middleware: [auditLog((line) => lines.push(line)), cacheReads(), tagRequests],
});
const first = await inference.models.retrieve('assistant-sonnet-4-6');
const second = await inference.models.retrieve('assistant-sonnet-4-6');
console.log(first.id, second.id, lines);
// #endregion

/** Checks what the program has done. */
export function oneRequestWasSent(): void {
  assert.deepEqual(first, second);
  assert.equal(lines.length, 2);
  assert.equal(fake.journal().length, 1);
}
