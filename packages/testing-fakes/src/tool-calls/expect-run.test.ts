import { InferenceClient, runTools, defineTool } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import type { Script } from '../model/script.js';
import { expectRun } from './expect-run.js';
import type { ToolCall } from './tool-calls.js';

function callOf(name: string, input: Record<string, unknown>, result: ToolCall['result'] = 'ok'): ToolCall {
  return { id: `${name}-${JSON.stringify(input)}`, name, input, sessionId: null, result };
}

const run = (...calls: ToolCall[]) => expectRun({ toolCalls: () => calls });

/** The message of the error of an assertion. */
function problemOf(assert: () => unknown): string {
  try {
    assert();
  } catch (error) {
    expect((error as Error).name).toBe('AssertionError');
    return (error as Error).message;
  }
  throw new Error('no error');
}

describe('assertions', () => {
  const refund = callOf('refund', { amount: 5, customer: { id: 'c1', tags: ['a'] } });
  const notify = callOf('notify', { to: 'ada' }, 'error');
  const again = callOf('refund', { amount: 9 }, 'none');

  test('hold for what was called', () => {
    const expectation = run(refund, notify, again);
    expectation.called('refund', { amount: 5 }).once().before('notify').answered();
    expectation.called('refund', { customer: { id: 'c1', tags: ['a'] } }).before('refund', { amount: 9 });
    expectation.called('refund').times(2);
    expectation.called('notify').after('refund', { amount: 5 }).failed();
    expectation.notCalled('delete');
    expectation.notCalled('refund', { amount: 6 });
    expect(expectation.called('refund').calls).toEqual([refund, again]);
  });

  test.each([
    [() => run().called('refund'), 'refund() must be called; no call of refund.\nNo tool was called.'],
    [
      () => run(refund, again).called('refund', { amount: 6, customer: { id: 'c1' } }),
      'refund({"amount":6,"customer":{"id":"c1"}}) must be called; the nearest call differs: amount is 5, expected 6.\nCalls, oldest first:\n  refund({"amount":5,',
    ],
    [() => run(again).called('refund', { to: 'x' }), 'to is missing, expected "x"'],
    [
      () => run(refund).called('refund', { customer: { tags: ['b'] } }),
      'customer.tags is ["a"], expected ["b"]',
    ],
    [() => run(refund, again).called('refund').once(), 'refund() must be called once, was called 2 times.'],
    [() => run(notify, refund).called('refund').before('notify'), 'refund() must be called before notify().'],
    [() => run(notify, refund).called('notify').after('refund'), 'notify() must be called after refund().'],
    [() => run(refund).called('refund').before('notify'), 'notify() must be called; no call of notify.'],
    [() => run(refund).called('refund').before('refund'), 'refund() must be called before refund().'],
    [() => run(again).called('refund').answered(), 'refund() must have results without an error.'],
    [() => run(refund).called('refund').failed(), 'refund() must have errors as results.'],
    [() => run(refund).notCalled('refund', { amount: 5 }), 'refund({"amount":5}) must not be called.'],
  ])('name the call and the problem: %s', (assert, message) => {
    expect(problemOf(assert)).toContain(message);
  });

  test('list the last 20 calls, and shorten what is long', () => {
    const calls = Array.from({ length: 30 }, (_, index) =>
      callOf('read', { index, text: 'x'.repeat(1_000) }),
    );
    const message = problemOf(() => run(...calls).called('write'));
    expect(message.split('\n')).toHaveLength(22);
    expect(Math.max(...message.split('\n').map((line) => line.length))).toBeLessThan(250);
  });
});

describe('the calls of a run', () => {
  let fake: Fake;

  beforeEach(() => {
    fake = createFake();
  });

  test('those in messages, with the results that the application sends', async () => {
    const use = (name: string, input: object) => ({ reply: [{ type: 'tool_use', name, input }] });
    fake.setScripts([
      { steps: [use('refund', { amount: 5 }), use('notify', {}), { reply: 'Done.' }] },
    ] as Script[]);
    const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
    const tool = (name: string, call: () => string) =>
      defineTool({ name, description: name, input: { type: 'object' }, run: call });
    await runTools(client, {
      model: 'assistant-sonnet-4-6',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Refund 5.' }],
      tools: [
        tool('refund', () => 'refunded'),
        tool('notify', () => {
          throw new Error('no network');
        }),
      ],
    });
    const expectation = expectRun(fake);
    expectation.called('refund', { amount: 5 }).once().answered().before('notify');
    expectation.called('notify').failed();
    fake.reset();
    expect(fake.toolCalls()).toEqual([]);
  });

  test('those of the tools of the service, with their results', async () => {
    const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
    await client.messages.create({
      model: 'assistant-sonnet-4-6',
      max_tokens: 1_000,
      messages: [{ role: 'user', content: '/tool web_search {"query":"Oslo"}' }],
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    });
    const { calls } = expectRun(fake).called('web_search').once().answered();
    expect(calls).toMatchObject([{ input: { query: 'Oslo' }, sessionId: null }]);
  });

  test('those of sessions', async () => {
    const client = new ManagedAgentsClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
    const pay = {
      type: 'custom',
      name: 'pay',
      description: 'Pays.',
      input_schema: { type: 'object' },
    } as const;
    const agent = await client.agents.create({ model: 'm', name: 'Worker', tools: [pay] });
    const environment = await client.environments.create({ name: 'env' });
    const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
    const content = [{ type: 'text' as const, text: '/tool pay {"amount":3}' }];
    await client.sessions.events.send(id, { events: [{ type: 'user.message', content }] });
    await client.sessions.run(id, {
      tools: [{ definition: { name: 'pay' }, call: () => Promise.resolve('paid') }],
    });
    const { calls } = expectRun(fake).called('pay', { amount: 3 }).once().answered();
    expect(calls).toMatchObject([{ sessionId: id, result: 'ok' }]);
  });

  test('those of one world only', async () => {
    expect(fake.toolCalls('other')).toEqual([]);
  });
});
