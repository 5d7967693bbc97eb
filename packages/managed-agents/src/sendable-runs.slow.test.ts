/** However a run of a session ends and whatever its tools do, the session and every checkpoint can be continued. */
import type { SessionBudgetLimit } from '@parlance/schemas/managed-agents';
import { createFake, type SessionReply } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';
import type { FeedCheckpoint } from './session-feed.js';
import type { SessionRunOptions } from './session-run-options.js';
import type { SessionTool } from './session-tools.js';
import type { Sessions } from './sessions.js';

const OUTCOMES: Readonly<Record<string, () => unknown>> = {
  completed: () => 'done',
  empty: () => '',
  nothing: () => undefined,
  null: () => null,
  blocks: () => [{ type: 'text', text: 'done' }],
  'an empty list': () => [],
  'not JSON': () => () => 'done',
  'an unknown block': () => [{ type: 'image', source: {} }],
  failed: () => Promise.reject(new Error('')),
};

const calls = [{ name: 'act', input: {} }];

interface End {
  readonly reason: string;
  readonly replies?: readonly SessionReply[];
  readonly budget?: SessionBudgetLimit;
  /** Options of the run, whose tool has been called. */
  readonly options?: (act: (what: 'archive' | 'delete' | 'stop') => void) => SessionRunOptions;
}

const ENDS: Readonly<Record<string, End>> = {
  'end of turn': { reason: 'end_turn', replies: [{ calls }, { text: 'done' }] },
  'several calls': { reason: 'end_turn', replies: [{ calls: [...calls, ...calls] }, { text: 'done' }] },
  'an unknown tool': {
    reason: 'end_turn',
    replies: [{ calls: [...calls, { name: 'other', input: {} }] }, { text: 'done' }],
    options: () => ({ unclaimed: 'reject' }),
  },
  'a denied call': {
    reason: 'end_turn',
    replies: [{ calls: [...calls, { name: 'bash', input: { command: 'ls' } }] }, { text: 'done' }],
    options: () => ({ onPermission: () => 'deny' }),
  },
  refusal: { reason: 'refusal', replies: [{ calls }, { refusal: {} }] },
  'exhausted retries': {
    reason: 'retries_exhausted',
    replies: [{ calls }, { error: { type: 'unknown_error', message: 'm', retry: 'exhausted' } }],
  },
  'a budget': {
    reason: 'budget_reached',
    replies: [{ text: 'word '.repeat(5000), calls }, { text: 'done' }],
    budget: { type: 'limit', max_list_cost: { amount: '1', currency: 'USD' } },
  },
  until: {
    reason: 'until',
    replies: [{ calls }, { text: 'done' }],
    options: () => ({ until: ({ type }) => type === 'agent.custom_tool_use' }),
  },
  ...Object.fromEntries(
    (['stop', 'archive', 'delete'] as const).map((what) => [
      what,
      {
        reason: { stop: 'stopped', archive: 'terminated', delete: 'deleted' }[what],
        replies: [{ calls }, { text: 'done' }],
        options: (act: (what: 'archive' | 'delete' | 'stop') => void): SessionRunOptions => ({
          follow: true,
          onEvent: (event) => {
            if (event.type === 'session.status_idle' && event.stop_reason.type === 'end_turn') act(what);
          },
        }),
      },
    ]),
  ),
};

const cases = Object.entries(ENDS).flatMap(([name, end]) =>
  Object.entries(OUTCOMES).map(([outcome, run]) => [name, outcome, end, run] as const),
);

test.each(cases)('%s, tool %s', async (_name, _outcome, { reason, replies = [], budget, options }, run) => {
  const { sessions, id } = await start(replies, budget);
  const tools: SessionTool[] = [{ definition: { name: 'act' }, call: async () => run() as string }];
  const stop = new AbortController();
  const act = (what: 'archive' | 'delete' | 'stop'): void => {
    if (what === 'stop') stop.abort();
    else void sessions[what](id);
  };
  const ended = await sessions.run(id, { input: 'hello', tools, stop: stop.signal, ...options?.(act) });
  expect(ended.reason).toBe(reason);
  const isOver = reason === 'terminated' || reason === 'deleted';
  expect(ended.checkpoint.done).toBe(isOver);
  const others = { tools, unclaimed: 'reject', onPermission: () => 'deny' as const } as const;
  // Completes what the end of the run has left open.
  const again = await sessions.run(id, { ...others, resumeFrom: throughJson(ended.checkpoint) });
  expect(again.reason).toBe(reason === 'until' || reason === 'stopped' ? 'end_turn' : reason);
  if (isOver) expect(await idsOf(sessions.events.follow(id, { resumeFrom: ended.checkpoint }))).toEqual([]);
  if (reason === 'deleted') return;
  for (const { checkpoint, rest } of await checkpointsOf(sessions, id, again.checkpoint)) {
    const resumeFrom = throughJson(checkpoint);
    const until = ({ id: one }: { id: string }): boolean => one === rest.at(-1);
    if (rest.length > 0 || checkpoint.done)
      expect(await idsOf(sessions.events.follow(id, { resumeFrom, until }))).toEqual(rest);
    expect((await sessions.run(id, { ...others, resumeFrom })).reason).toBe(again.reason);
  }
  if (isOver) return;
  const next = await sessions.run(id, { ...others, input: 'and now?', resumeFrom: again.checkpoint });
  expect(next.reason).toBe(reason === 'budget_reached' ? reason : 'end_turn');
});

async function start(replies: readonly SessionReply[], budget: End['budget']) {
  const fake = createFake({ checkResponses: true });
  fake.applyScenario({ sessions: { replies } });
  const client = new ManagedAgentsClient({ baseUrl: fake.url, http: fake.http(), apiKey: fake.keys.api });
  const custom = { type: 'custom' as const, description: 'd', input_schema: { type: 'object' as const } };
  const agent = await client.agents.create({
    model: 'assistant-sonnet-4-6',
    name: 'Worker',
    tools: [
      { ...custom, name: 'act' },
      { ...custom, name: 'other' },
      { type: 'agent_toolset_20260401', default_config: { permission_policy: { type: 'always_ask' } } },
    ],
  });
  const environment = await client.environments.create({ name: 'env' });
  const session = await client.sessions.create({
    agent: agent.id,
    environment_id: environment.id,
    ...(budget !== undefined && { budget }),
  });
  return { sessions: client.sessions, id: session.id };
}

/** Returns the checkpoint after each event of a session, and the ids of the events after it. */
async function checkpointsOf(sessions: Sessions, id: string, last: FeedCheckpoint) {
  const found: { id: string; checkpoint: FeedCheckpoint }[] = [];
  const feed = sessions.events.follow(id, {
    until: ({ processed_at: at, id: one }) => at === last.processed_at && one === last.ids.at(-1),
  });
  for await (const event of feed) found.push({ id: event.id, checkpoint: feed.checkpoint });
  return found.map(({ checkpoint }, index) => ({
    checkpoint,
    rest: found.slice(index + 1).map((one) => one.id),
  }));
}

async function idsOf(feed: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of feed) ids.push(id);
  return ids;
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
