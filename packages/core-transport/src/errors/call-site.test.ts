/** Errors name the line of the caller, whatever the call was waiting for when it failed. */
import { describe, expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import { quick } from '@parlance/testing/fault-table';
import { cut, json, messageEvents, refusal, silent, streamStart } from '@parlance/testing/responders';
import { generateThing, listThings, readThing } from '../testing/things.js';
import { openStream } from '../streaming/open-stream.js';
import { Transport } from '../transport.js';

const params = { thing_id: 't' };

async function stackOf(run: () => PromiseLike<unknown>): Promise<string> {
  try {
    await run();
  } catch (error) {
    return (error as Error).stack ?? '';
  }
  throw new Error('it succeeded');
}

function transportTo(url: string, options = {}): Transport {
  return new Transport({ baseUrl: url, apiKey: 'key', ...quick(options) }, { key: 'api-key' });
}

describe('the stack of an error names the caller of', () => {
  test.each([
    ['a refusal', [refusal(404, 'not_found_error')], {}],
    ['a refusal after a retry', [refusal(503, 'api_error')], {}],
    ['a deadline', [silent], { timeouts: { headersMs: 30 }, retry: { maxRetries: 0 } }],
    ['a response that cannot be used', [json(200, [])], {}],
  ])('a call that ended with %s', async (_name, responders, options) => {
    await using server = await FaultServer.start(...responders);
    await using transport = transportTo(server.url, options);
    async function lookUpThing(): Promise<void> {
      await transport.call(readThing, { params });
    }
    async function runProgram(): Promise<void> {
      await lookUpThing();
    }
    const stack = await stackOf(runProgram);
    expect(stack).toMatch(/at .*lookUpThing .*call-site\.test\.ts:\d+:\d+/);
    expect(stack.split('\n')[0]).toMatch(/Error: things\.retrieve: /);
  });

  test.each([
    ['opens', [refusal(400, 'invalid_request_error')]],
    ['is cut', [cut(streamStart(messageEvents.slice(0, 3).join('')), 'fin')]],
  ])('a stream that fails as it %s', async (_name, responders) => {
    await using server = await FaultServer.start(...responders);
    await using transport = transportTo(server.url);
    async function writePoem(): Promise<void> {
      for await (const event of openStream(transport, generateThing, { body: {} })) void event;
    }
    expect(await stackOf(writePoem)).toMatch(/at .*writePoem .*call-site\.test\.ts/);
  });

  test('calls that are awaited together, with the response', async () => {
    await using server = await FaultServer.start(refusal(404, 'not_found_error'));
    await using transport = transportTo(server.url);
    async function lookUpThings(): Promise<void> {
      const calls = [1, 2].map(() => transport.call(readThing, { params }).withResponse());
      await Promise.all(calls);
    }
    expect(await stackOf(lookUpThings)).toMatch(/at .*lookUpThings .*call-site\.test\.ts/);
  });

  test('a list, on its second page', async () => {
    const page = json(200, { data: [1], next_page: 'p2' });
    await using server = await FaultServer.start(page, refusal(404, 'not_found_error'));
    await using transport = transportTo(server.url);
    async function walkThings(): Promise<void> {
      for await (const item of transport.list(listThings, {})) void item;
    }
    expect(await stackOf(walkThings)).toMatch(/at .*walkThings .*call-site\.test\.ts/);
  });

  test('a download that breaks off', async () => {
    const start = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsome');
    await using server = await FaultServer.start(cut(start, 'fin'));
    await using transport = transportTo(server.url);
    async function saveThing(): Promise<void> {
      const { stream } = await transport.download(readThing, { params });
      await new Response(stream).text();
    }
    expect(await stackOf(saveThing)).toMatch(/at .*saveThing .*call-site\.test\.ts/);
  });
});

test('an error that is thrown is not printed with the frames twice', async () => {
  await using server = await FaultServer.start(refusal(404, 'not_found_error'));
  await using transport = transportTo(server.url);
  async function lookUpThing(): Promise<void> {
    await transport.call(readThing, { params });
  }
  expect((await stackOf(lookUpThing)).match(/lookUpThing/g)).toHaveLength(1);
});
