import { InferenceClient } from '@parlance/inference';
import { createFake, type Fault } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { problemOf, type Problem } from './problem.js';

/** Returns the problem of a streamed message with an injected fault. */
async function problemWith(fault: Fault): Promise<Problem> {
  await using fake = createFake();
  fake.setFaults([fault]);
  const inference = new InferenceClient({
    http: fake.http(),
    baseUrl: fake.url,
    apiKey: fake.keys.api,
    retry: { maxRetries: 0 },
  });
  try {
    const stream = inference.messages.stream({
      model: 'assistant-sonnet-4-6',
      max_tokens: 100,
      messages: [{ role: 'user', content: '/long 50' }],
    });
    for await (const _ of stream);
  } catch (error) {
    return problemOf(error);
  }
  throw new Error('The request did not fail.');
}

describe('problemOf', () => {
  test('reports status and request ID of an API error', async () => {
    expect(await problemWith({ status: 400 })).toMatchObject({
      kind: 'refused',
      code: 'invalid_request_error',
      status: 400,
      requestId: expect.stringMatching(/^req_/) as string,
    });
  });

  test('reports a cut stream as a connection problem', async () => {
    expect(await problemWith({ stream: { cut_at_event: 6 } })).toMatchObject({
      kind: 'connection',
      code: 'stream_truncated',
      requestId: expect.stringMatching(/^req_/) as string,
    });
  });

  test('reports an error event in a stream as an API error', async () => {
    expect(await problemWith({ stream: { error_at_event: 6 } })).toMatchObject({
      kind: 'refused',
      code: 'stream_server_error',
    });
  });

  test('reports an HTML page as an unexpected response', async () => {
    expect(await problemWith({ body: '<html></html>', content_type: 'text/html' })).toMatchObject({
      kind: 'response',
      code: 'unexpected_content_type',
    });
  });

  test('reports any other error as a problem of the console', () => {
    expect(problemOf(new Error('boom'))).toEqual({ kind: 'console', code: 'console_error', message: 'boom' });
  });
});
