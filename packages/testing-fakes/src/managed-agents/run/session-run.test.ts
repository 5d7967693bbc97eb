import { describe, expect, test } from 'vitest';
import { verifies } from '../../testing/index.js';
import { stagedSession, typesOf, type AnyEvent } from '../testing/staged-session.js';
import { load } from './run-context.js';
import { systemPrompt } from './system-prompt.js';

const message = (text: string) => ({ type: 'user.message', content: [{ type: 'text', text }] });
const textOf = (event: AnyEvent | undefined) => event?.content[0].text;
const agentSays = (events: AnyEvent[]) => events.filter(({ type }) => type === 'agent.message').map(textOf);

/** A session on a manual clock. */
const still = (stage: object = {}) => stagedSession({ fake: { clock: { mode: 'manual' } }, stage });
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('a turn', () => {
  test('emits its events in order, from the message to end_turn', async () => {
    verifies('GEN-028');
    const { say, session, retrieve } = await stagedSession();
    expect(session.status).toBe('idle');
    const { since, json } = await say('hello');
    expect(since.map(({ type }) => type)).toEqual([
      'user.message',
      'session.status_running',
      'span.model_request_start',
      'agent.message',
      'span.model_request_end',
      'session.status_idle',
    ]);
    expect(since[0]).toEqual(json.data[0]);
    expect(textOf(since[3])).toBe('You said: hello');
    expect(since[4]).toMatchObject({ model_request_start_id: since[2]?.id, is_error: false });
    expect(since[5]?.stop_reason).toEqual({ type: 'end_turn' });
    expect((await retrieve()).status).toBe('idle');
  });

  test('starts with thinking when the reply does', async () => {
    const { say } = await stagedSession({ stage: { replies: [{ thinking: true, text: 'Done.' }] } });
    expect(typesOf((await say('go')).since)).toEqual([
      'user.message',
      'session.status_running',
      'agent.thinking',
      'agent.message',
      'session.status_idle',
    ]);
  });

  test('measures usage and active time', async () => {
    const { say, retrieve, world, session } = await stagedSession();
    await say('one');
    await say('two');
    world.clock.advance(10_000);
    const { usage, stats } = await retrieve();
    expect(usage.output_tokens).toBeGreaterThan(0);
    expect(usage.input_tokens).toBeGreaterThan(0);
    expect(usage.cache_read_input_tokens).toBeGreaterThan(0);
    expect(stats).toEqual({ active_seconds: 0.4, duration_seconds: 10.4 });
    expect(session.usage.output_tokens).toBe(0);
  });

  test('summarizes a long context', async () => {
    const { say } = await stagedSession({ stage: { compact_at_tokens: 20 } });
    await say('a long story about rivers, gardens, letters and windows, with every detail');
    const { since } = await say('and now?');
    expect(typesOf(since)).toContain('agent.thread_context_compacted');
  });
});

describe('a running session', () => {
  test('queues messages and emits them again once they are processed', async () => {
    const { ask, path, events, world } = await still();
    await ask(`POST ${path}/events`, { events: [message('one')] });
    const { json } = await ask(`POST ${path}/events`, { events: [message('two'), message('three')] });
    expect(json.data.map(({ processed_at }: AnyEvent) => processed_at)).toEqual([null, null]);
    for (let at = 0; at < 6; at++) {
      world.clock.advance(200);
      await tick();
    }
    const all = await events();
    expect(agentSays(all)).toEqual(['You said: one', 'You said: two', 'You said: three']);
    const second = all.find(({ id }) => id === json.data[0].id);
    expect(Date.parse(second?.processed_at)).toBeGreaterThan(Date.parse(all[0]?.processed_at));
    expect(all.filter(({ type }) => type === 'session.status_idle')).toHaveLength(1);
  });

  test('can be renamed, but not archived, deleted or updated with other tools', async () => {
    const { ask, path } = await still();
    await ask(`POST ${path}/events`, { events: [message('one')] });
    const changes = { title: 'x', metadata: { k: 'v' } };
    expect((await ask(`POST ${path}`, changes)).json).toMatchObject({ ...changes, status: 'running' });
    for (const [line, body] of [
      [`POST ${path}`, { agent: { tools: [] } }],
      [`POST ${path}/archive`, undefined],
      [`DELETE ${path}`, undefined],
    ] as const)
      expect(await ask(line, body)).toMatchObject({ status: 400, rule: 'GEN-018' });
  });
});

describe('an interrupt', () => {
  test('ends the turn and continues with the queue', async () => {
    const { ask, path, events, world } = await still();
    await ask(`POST ${path}/events`, { events: [message('one')] });
    await ask(`POST ${path}/events`, { events: [message('two')] });
    await ask(`POST ${path}/events`, { events: [{ type: 'user.interrupt' }] });
    for (let at = 0; at < 4; at++) {
      world.clock.advance(200);
      await tick();
    }
    const all = await events();
    expect(agentSays(all)).toEqual(['You said: two']);
    const at = all.findIndex(({ type }) => type === 'user.interrupt');
    expect(typesOf(all.slice(at, at + 3))).toEqual(['user.interrupt', 'session.status_idle']);
  });

  test('discards pending calls and has no effect on an idle session', async () => {
    const tool = { type: 'custom', name: 'ask', description: 'd', input_schema: {} };
    const { say, send, ask, path } = await stagedSession({ agent: { tools: [tool] } });
    const { since } = await say('/tool ask {}');
    const use = since.find(({ type }) => type === 'agent.custom_tool_use');
    expect(typesOf((await send({ type: 'user.interrupt' })).since)).toEqual([
      'user.interrupt',
      'session.status_idle',
    ]);
    const result = { type: 'user.custom_tool_result', custom_tool_use_id: use?.id };
    expect((await ask(`POST ${path}/events`, { events: [result] })).status).toBe(409);
    expect(typesOf((await send({ type: 'user.interrupt' })).since)).toEqual(['user.interrupt']);
  });
});

describe('errors', () => {
  const error = (retry: string) => ({ error: { type: 'model_overloaded_error', message: 'busy', retry } });

  test('are retried until they succeed', async () => {
    const { say } = await stagedSession({
      stage: { replies: [error('retrying') as never, error('retrying') as never, { text: 'At last.' }] },
    });
    const { since } = await say('go');
    expect(typesOf(since)).toEqual([
      'user.message',
      'session.status_running',
      'session.error',
      'session.status_rescheduled',
      'session.status_running',
      'session.error',
      'session.status_rescheduled',
      'session.status_running',
      'agent.message',
      'session.status_idle',
    ]);
    expect(since.find(({ type }) => type === 'session.error')?.error).toEqual({
      type: 'model_overloaded_error',
      message: 'busy',
      retry_status: { type: 'retrying' },
    });
  });

  test('end the turn with retries_exhausted and discard the queue', async () => {
    const { ask, path, events, settle } = await stagedSession({
      stage: { replies: [error('exhausted') as never] },
    });
    await ask(`POST ${path}/events`, { events: [message('one'), message('two')] });
    expect((await settle()).status).toBe('idle');
    const all = await events();
    expect(all.at(-1)?.stop_reason).toEqual({ type: 'retries_exhausted' });
    expect(agentSays(all)).toEqual([]);
  });

  test('that are terminal terminate the session, which then rejects events', async () => {
    const { ask, path, say, retrieve, world } = await stagedSession({
      stage: { replies: [error('terminal') as never] },
    });
    expect(typesOf((await say('go')).since).slice(-2)).toEqual([
      'session.error',
      'session.status_terminated',
    ]);
    world.clock.advance(60_000);
    expect(await retrieve()).toMatchObject({ status: 'terminated', stats: { duration_seconds: 0.2 } });
    expect(await ask(`POST ${path}/events`, { events: [message('more')] })).toMatchObject({ status: 409 });
    expect((await ask(`DELETE ${path}`)).status).toBe(200);
  });
});

describe('a conversation script', () => {
  test('replies, calls tools and fails in sessions like in messages', async () => {
    const { fake, say } = await stagedSession({ agent: { tools: [{ type: 'agent_toolset_20260401' }] } });
    fake.setScripts([
      {
        steps: [
          { reply: [{ type: 'tool_use', name: 'write', input: { file_path: 'a', content: 'b' } }] },
          { reply: 'Written.' },
          { error: { status: 529 } },
          { reply: 'Better now.' },
          { error: { status: 529 }, times: 3 },
        ],
      },
    ]);
    expect(agentSays((await say('one')).since)).toEqual(['Written.']);
    const { since } = await say('two');
    expect(typesOf(since)).toContain('session.status_rescheduled');
    expect(agentSays(since)).toEqual(['Better now.']);
    const { since: failed } = await say('three');
    expect(
      failed.filter(({ type }) => type === 'session.error').map(({ error }) => error.retry_status.type),
    ).toEqual(['retrying', 'retrying', 'exhausted']);
    expect(failed.at(-1)?.stop_reason).toEqual({ type: 'retries_exhausted' });
  });
});

test('includes descriptions and instructions of mounted stores in the system prompt, but never their metadata', async () => {
  verifies('MEM-031', 'RES-025');
  const first = await stagedSession();
  const { json: store } = await first.ask('POST /v1/memory_stores', {
    name: 'Team notes',
    description: 'What the team decided.',
    metadata: { hidden: 'never-shown' },
  });
  const { json } = await first.ask('POST /v1/sessions', {
    agent: first.agent.id,
    environment_id: first.environment.id,
    resources: [{ type: 'memory_store', memory_store_id: store.id, instructions: 'Read it first.' }],
  });
  const context = load(first.world, json.id);
  const prompt = systemPrompt(first.world, json, { ...first.session.agent, system: 'Be kind.' });
  expect(context?.session.id).toBe(json.id);
  expect(prompt).toBe(
    'Be kind.\n\n# Memory\n\n## Team notes (/mnt/memory/team-notes, read_write)\nWhat the team decided.\nRead it first.',
  );
});

test('a staged reply can depend on the system prompt, which describes mounted stores and the roster', async () => {
  const place = await stagedSession({
    stage: {
      replies: [
        { system_contains: 'What nobody decided.', text: 'never' },
        { system_contains: 'What the team decided.', text: 'from the store' },
        { system_contains: '# Agents\n\n## Helper\nFinds files.', text: 'from the roster' },
      ],
    },
  });
  const { ask, agent, environment } = place;
  const { json: store } = await ask('POST /v1/memory_stores', {
    name: 'Notes',
    description: 'What the team decided.',
  });
  const { json: helper } = await ask('POST /v1/agents', {
    model: 'assistant-opus-4-7',
    name: 'Helper',
    description: 'Finds files.',
  });
  const { json: lead } = await ask('POST /v1/agents', {
    model: 'assistant-opus-4-7',
    name: 'Lead',
    multiagent: { type: 'coordinator', agents: [helper.id] },
  });
  const answerIn = async (body: object): Promise<unknown> => {
    const { json } = await ask('POST /v1/sessions', { environment_id: environment.id, ...body });
    await ask(`POST /v1/sessions/${json.id}/events`, { events: [message('hello')] });
    for (;;) {
      const { data } = (await ask(`GET /v1/sessions/${json.id}/events?types[]=agent.message`)).json;
      if (data.length > 0) return data[0].content[0].text;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  expect(await answerIn({ agent: agent.id })).toBe('You said: hello');
  const resources = [{ type: 'memory_store', memory_store_id: store.id }];
  expect(await answerIn({ agent: agent.id, resources })).toBe('from the store');
  expect(await answerIn({ agent: lead.id })).toBe('from the roster');
});

describe('a stream', () => {
  test('emits new events like the list and ends when the session is deleted', async () => {
    const { fake, ask, path, send, events } = await stagedSession();
    await send(message('before'));
    const seen = (await events()).length;
    const response = await fake.fetch(`${fake.url}${path}/events/stream`, {
      headers: {
        'x-api-key': fake.keys.api,
        'vendor-version': '2023-06-01',
        'vendor-beta': 'managed-agents-2026-04-01',
      },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    await send(message('after'));
    const listed = (await events()).slice(seen);
    await ask(`DELETE ${path}`);
    const frames = (await response.text()).trim().split('\n\n');
    const streamed = frames.map((frame) => JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as AnyEvent);
    expect(streamed.slice(0, -1)).toEqual(listed);
    expect(streamed.at(-1)?.type).toBe('session.deleted');
    for (const [index, frame] of frames.entries())
      expect(frame.split('\n')[0]).toBe(`event: ${streamed[index]?.type}`);
  });
});
