import { InferenceClient } from '@parlance/inference';
import { createFake, type Fault } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { problemOf, type Problem } from './problem.js';

/** What the page is told when a streamed message meets a fault. */
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
  throw new Error('Nothing went wrong.');
}

describe('a problem', () => {
  test('of a refusal has status and request id', async () => {
    expect(await problemWith({ status: 400 })).toMatchObject({
      kind: 'refused',
      code: 'invalid_request_error',
      status: 400,
      requestId: expect.stringMatching(/^req_/) as string,
    });
  });

  test('of a cut stream is one of the connection', async () => {
    expect(await problemWith({ stream: { cut_at_event: 6 } })).toMatchObject({
      kind: 'connection',
      code: 'stream_truncated',
      requestId: expect.stringMatching(/^req_/) as string,
    });
  });

  test('of an error within a stream is a refusal', async () => {
    expect(await problemWith({ stream: { error_at_event: 6 } })).toMatchObject({
      kind: 'refused',
      code: 'stream_server_error',
    });
  });

  test('of a page in the place of an answer is one of the answer', async () => {
    expect(await problemWith({ body: '<html></html>', content_type: 'text/html' })).toMatchObject({
      kind: 'answer',
      code: 'unexpected_content_type',
    });
  });

  test('of anything else is the console’s own', () => {
    expect(problemOf(new Error('boom'))).toEqual({ kind: 'console', code: 'console_error', message: 'boom' });
  });
});
