import { describe, expect, test } from 'vitest';
import { createFake } from './create-fake.js';
import type { Fake } from './fake.js';
import { asker } from '../testing/index.js';
import type { Scenario } from './scenario.js';

const hello = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 50,
  messages: [{ role: 'user', content: 'hello' }],
};

async function say(fake: Fake, world?: string): Promise<string> {
  const { status, json } = await asker(fake, '')(
    'POST /v1/messages',
    hello,
    world === undefined ? {} : { world },
  );
  return status === 200 ? json.content[0].text : String(status);
}

const models = async (fake: Fake) => (await asker(fake, '')('GET /v1/models')).status;

describe('a scenario', () => {
  test('steers every new world, also after a reset', async () => {
    const fake = createFake({
      clock: { mode: 'manual' },
      scenario: {
        replies: [{ steps: [{ reply: 'first' }, { reply: 'second', optional: true }] }],
        faults: [{ match: { operation: 'models.list' }, times: 1, status: 503 }],
        limits: { messages: { requests: 2 } },
        clock: { set: '2026-07-01T00:00:00Z' },
      },
    });
    for (const world of ['default', 'other']) {
      expect(await say(fake, world)).toBe('first');
      expect(fake.world(world).clock.iso()).toBe('2026-07-01T00:00:00.000Z');
    }
    fake.reset();
    expect(await say(fake)).toBe('first');
    expect(await say(fake)).toBe('second');
    expect(await say(fake)).toBe('429');
    expect([await models(fake), await models(fake)]).toEqual([503, 200]);
    expect(fake.scenarioProblems()).toEqual([]);
  });

  test('replaces only the parts that it has', async () => {
    const fake = createFake();
    fake.applyScenario({ replies: [{ steps: [{ reply: 'kept' }] }], faults: [{ status: 500 }] });
    fake.applyScenario({ faults: [] });
    expect(await say(fake)).toBe('kept');
  });

  test('is copied with its progress by a fork', async () => {
    const fake = createFake();
    fake.applyScenario({ replies: [{ steps: [{ reply: 'one' }, { reply: 'two' }] }] });
    expect(await say(fake)).toBe('one');
    fake.fork('default', 'copy');
    expect(await say(fake, 'copy')).toBe('two');
    expect(fake.scenarioProblems('copy')).toEqual([]);
    expect(fake.scenarioProblems()).toEqual(['replies.0.steps.1 was never used.']);
  });

  test('is accepted over HTTP, which also reports its problems', async () => {
    await using fake = createFake();
    const { url } = await fake.listen();
    const post = (body: string) => fetch(`${url}/_fake/worlds/default/scenario`, { method: 'POST', body });
    expect((await post('{"replies":[{"steps":[{"reply":"over HTTP"}]}]}')).status).toBe(200);
    const problems = async () => (await fetch(`${url}/_fake/worlds/default/scenario`)).json();
    expect(await problems()).toEqual({ problems: ['replies.0.steps.0 was never used.'] });
    expect(await say(fake)).toBe('over HTTP');
    expect(await problems()).toEqual({ problems: [] });
    const rejected = await post('{"reply":[]}');
    expect([rejected.status, await rejected.json()]).toEqual([
      400,
      {
        error: {
          message: expect.stringContaining('scenario: unknown key "reply" (did you mean "replies"?)'),
        },
      },
    ]);
  });

  test.each<[unknown, string]>([
    [
      { fault: [] },
      'scenario: unknown key "fault" (did you mean "faults"?); allowed: faults, clock, exchanges',
    ],
    [{ limits: { messages: { request: 1 } } }, 'scenario.limits.messages: unknown key "request"'],
    [{ clock: {} }, 'scenario.clock: must set at least one of advance_ms, set, mode, factor'],
    [{ changes: [{ faults: [] }] }, 'scenario.changes.0.after: is required'],
    [
      { changes: [{ after: { operation: 'activity.list' } }] },
      'scenario.changes.0.after.operation: must be the id of an operation (did you mean "activities.list"?)',
    ],
    [
      { changes: [{ after: { calls: 0 } }] },
      'scenario.changes.0.after.calls: must be a whole number from 1 to 1000000000',
    ],
    [{ changes: [{ after: {}, changes: [] }] }, 'scenario.changes.0: unknown key "changes"'],
    [7, 'scenario: must be an object with'],
  ])('is rejected when it is %j', (scenario, message) => {
    expect(() => createFake().applyScenario(scenario as Scenario)).toThrow(message);
  });
});

describe('a change', () => {
  test('is applied once, after the last request that it waits for', async () => {
    const fake = createFake({ clock: { mode: 'manual' } });
    fake.applyScenario({
      changes: [
        {
          after: { operation: 'messages.create', calls: 2 },
          replies: [{ steps: [{ reply: 'changed', times: 2 }] }],
          clock: { advance_ms: 1000 },
        },
        { after: { path: '/v1/models' }, faults: [{ status: 529 }] },
      ],
    });
    const replies = [];
    for (let count = 0; count < 4; count++) replies.push(await say(fake));
    expect(replies).toEqual(['You said: hello', 'You said: hello', 'changed', 'changed']);
    expect(fake.world().clock.iso()).toBe('2026-06-01T00:00:01.000Z');
    expect([await models(fake), await models(fake)]).toEqual([200, 529]);
    expect(fake.scenarioProblems()).toEqual([]);
  });

  test('is reported with the closest request when its requests do not arrive', async () => {
    const fake = createFake();
    const faults = [{ status: 500 }];
    fake.applyScenario({
      changes: [
        { after: { operation: 'messages.create', calls: 2 }, faults },
        { after: { operation: 'models.retrieve', method: 'GET' }, faults },
        { after: { path: '/v1/models', body_contains: 'x' }, faults },
      ],
    });
    await say(fake);
    await models(fake);
    expect(fake.scenarioProblems()).toEqual([
      'changes.0 was never applied: it had 1 of 2 requests.',
      'changes.1 was never applied: it had 0 of 1 requests. The closest request was GET /v1/models:\n- operation: models.retrieve\n+ operation: models.list',
      'changes.2 was never applied: it had 0 of 1 requests. The closest request was GET /v1/models:\n- body_contains: "x"',
    ]);
  });

  test('keeps its progress in a saved run', async () => {
    const fake = createFake();
    fake.applyScenario({ changes: [{ after: { calls: 2 }, faults: [{ status: 500 }] }] });
    await say(fake);
    const other = createFake();
    other.openRun(JSON.parse(JSON.stringify(fake.saveRun())));
    expect([await models(other), await models(other)]).toEqual([200, 500]);
  });
});

test('a fault with a number of times that was never injected is a problem', async () => {
  const fake = createFake();
  fake.applyScenario({
    faults: [
      { match: { path: '/v1/model' }, times: 1, status: 500 },
      { match: { path: '/v1/none' }, status: 500 },
    ],
  });
  expect(fake.scenarioProblems()).toEqual(['faults.0 was never injected. There was no other request.']);
  await models(fake);
  expect(fake.scenarioProblems()).toEqual([
    'faults.0 was never injected. The closest request was GET /v1/models:\n- path: /v1/model\n+ path: /v1/models',
  ]);
});

test('an unused session reply is a problem', () => {
  const fake = createFake();
  fake.applyScenario({ sessions: { replies: [{ agent: 'Researcher', text: 'found' }] } });
  expect(fake.scenarioProblems()).toEqual([
    'sessions.replies: {"agent":"Researcher","text":"found"} was never used.',
  ]);
});
