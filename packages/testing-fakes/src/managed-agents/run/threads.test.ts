import { describe, expect, test } from 'vitest';
import { verifies } from '../../testing/index.js';
import type { FakeOptions } from '../../fake/fake-options.js';
import { stagedSession, typesOf, type AnyEvent, type AnyRecord } from '../testing/staged-session.js';

const message = (text: string) => ({ type: 'user.message', content: [{ type: 'text', text }] });
const agentSays = (events: AnyEvent[]) =>
  events.filter(({ type }) => type === 'agent.message').map(({ content }) => content[0].text);
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('a coordinator', () => {
  const coordinated = async (stage: object = {}, tools: object[] = [], fake: FakeOptions = {}) => {
    const first = await stagedSession({ fake });
    const { json: writer } = await first.ask('POST /v1/agents', { model: 'm', name: 'Writer', tools });
    const { json: critic } = await first.ask('POST /v1/agents', { model: 'm', name: 'Critic' });
    const multiagent = { type: 'coordinator', agents: [writer.id, critic.id] };
    const { json: lead } = await first.ask('POST /v1/agents', { model: 'm', name: 'Lead', multiagent });
    const { json: session } = await first.ask('POST /v1/sessions', {
      agent: lead.id,
      environment_id: first.environment.id,
    });
    first.fake.applyScenario({ sessions: stage });
    const path = `/v1/sessions/${session.id}` as const;
    const settled = async () => {
      for (;;) {
        const { json } = await first.ask(`GET ${path}`);
        if (json.status === 'idle') return (await first.ask(`GET ${path}/events`)).json.data as AnyEvent[];
        await tick();
      }
    };
    const send = (...events: object[]) => first.ask(`POST ${path}/events`, { events });
    const events = async () => (await first.ask(`GET ${path}/events`)).json.data as AnyEvent[];
    const threads = async () => (await first.ask(`GET ${path}/threads`)).json.data as AnyRecord[];
    return { ...first, path, settled, send, events, threads };
  };

  test('lists its threads by status', async () => {
    const { ask, path, threads, settled, send } = await coordinated();
    await send(message('/tool delegate {"agent":"Writer","message":"Draft"}'));
    await settled();
    const all = (await threads()).map(({ id }) => id);
    expect(all).toHaveLength(2);
    const listed = async (query: string) =>
      (await ask(`GET ${path}/threads?${query}`)).json.data.map(({ id }: AnyRecord) => id);
    expect(await listed('statuses[]=idle&statuses[]=running')).toEqual(all);
    await ask(`POST ${path}/threads/${all[1]}/archive`);
    expect(await listed('statuses[]=terminated')).toEqual([all[1]]);
    expect(await listed('statuses[]=idle')).toEqual([all[0]]);
    expect((await ask(`GET ${path}/threads?statuses[]=lost`)).status).toBe(400);
  });

  test('delegates work to its agents in separate threads and receives their results', async () => {
    verifies('SES-005');
    const { ask, path, settled } = await coordinated();
    const text =
      '/tool delegate {"agent":"Writer","message":"draft"}\n/tool delegate {"agent":"Critic","message":"judge"}';
    await ask(`POST ${path}/events`, { events: [message(text)] });
    const all = await settled();
    expect(agentSays(all)).toEqual(['You said: You said: judge\nYou said: draft']);
    const created = all.filter(({ type }) => type === 'session.thread_created');
    expect(created.map(({ agent_name }) => agent_name)).toEqual(['Writer', 'Critic']);
    const threads = (await ask(`GET ${path}/threads`)).json.data;
    expect(
      threads.map((thread: { agent: { name: string }; status: string }) => [
        thread.agent.name,
        thread.status,
      ]),
    ).toEqual([
      ['Lead', 'idle'],
      ['Writer', 'idle'],
      ['Critic', 'idle'],
    ]);
    expect(threads[1]).toMatchObject({ parent_thread_id: threads[0].id, agent: { tools: [] } });
    expect(Object.keys(threads[0].agent)).not.toContain('multiagent');
    const own = (await ask(`GET ${path}/threads/${threads[1].id}/events`)).json.data;
    expect(typesOf(own)).toEqual(
      [
        'session.thread_status_running',
        'agent.message',
        'agent.thread_message_sent',
        'session.thread_status_idle',
      ].toSpliced(0, 0, 'agent.thread_message_received'),
    );
    expect((await ask(`POST ${path}/threads/${threads[1].id}/archive`)).json).toMatchObject({
      status: 'terminated',
    });
    expect((await ask(`POST ${path}/threads/${threads[0].id}/archive`)).status).toBe(400);
  });

  test('waits while one of its agents requires the client', async () => {
    const tool = { type: 'custom', name: 'look', description: 'd', input_schema: {} };
    const { ask, path, settled } = await coordinated({}, [tool]);
    const nested = JSON.stringify({ agent: 'Writer', message: '/tool look {}' });
    await ask(`POST ${path}/events`, { events: [message(`/tool delegate ${nested}`)] });
    const all = await settled();
    const use = all.find(({ type }) => type === 'agent.custom_tool_use');
    const thread = all.find(({ type }) => type === 'session.thread_created')?.session_thread_id;
    expect(use?.session_thread_id).toBe(thread);
    expect(all.at(-1)?.stop_reason).toEqual({ type: 'requires_action', event_ids: [use?.id] });
    const result = {
      type: 'user.custom_tool_result',
      custom_tool_use_id: use?.id,
      content: [{ type: 'text', text: '42' }],
    };
    const { json } = await ask(`POST ${path}/events`, { events: [result] });
    expect(json.data[0].session_thread_id).toBe(thread);
    expect(agentSays(await settled())).toEqual(['You said: You said: 42']);
  });

  const LOOK = { type: 'custom', name: 'look', description: 'd', input_schema: {} };
  const delegate = (agent: string, text: string) =>
    `/tool delegate ${JSON.stringify({ agent, message: text })}`;
  const looks = '/tool look {}\n/tool look {"more":1}';
  const both = message([delegate('Writer', looks), delegate('Critic', 'judge')].join('\n'));
  const answer = (id: string | undefined) => ({
    type: 'user.custom_tool_result',
    custom_tool_use_id: id,
    content: [{ type: 'text', text: '42' }],
  });
  const uses = (events: AnyEvent[]) => events.filter(({ type }) => type === 'agent.custom_tool_use');
  const status = async ({ threads }: { threads: () => Promise<AnyRecord[]> }) =>
    (await threads()).map((thread) => thread['status']);

  test('accepts a tool result for one agent while another one is working', async () => {
    verifies('SES-019');
    const session = await coordinated({}, [LOOK], { clock: { mode: 'manual' } });
    const { send, events, world, settled } = session;
    const pass = async (ms: number) => {
      world.clock.advance(ms);
      await tick();
    };
    await send(message([delegate('Critic', 'judge'), delegate('Writer', looks)].join('\n')));
    // The requests of the lead and the writer are done; the one of the critic is in flight.
    for (const ms of [200, 200]) await pass(ms);
    const [first, second] = uses(await events());
    await send(answer(first?.id));
    expect((await events()).at(-1)?.type).toBe('user.custom_tool_result');
    expect(await status(session)).toEqual(['running', 'running', 'running']);
    await pass(200);
    expect((await events()).at(-1)?.stop_reason).toEqual({
      type: 'requires_action',
      event_ids: [second?.id],
    });
    expect(await status(session)).toEqual(['idle', 'idle', 'idle']);
    await send(answer(second?.id));
    for (const ms of [0, 200, 200]) await pass(ms);
    expect(agentSays(await settled())).toEqual(['You said: You said: judge\nYou said: 42\n42']);
  });

  test('continues without an agent whose thread is interrupted, without affecting the others', async () => {
    verifies('GEN-018');
    const session = await coordinated({}, [LOOK]);
    const { send, settled, threads } = session;
    await send(both);
    const waiting = await settled();
    const [lead, writer] = await threads();
    expect(waiting.at(-1)?.stop_reason.type).toBe('requires_action');
    const { json } = await send({ type: 'user.interrupt', session_thread_id: writer?.['id'] });
    expect(json.data).toMatchObject([{ type: 'user.interrupt', session_thread_id: writer?.['id'] }]);
    const all = await settled();
    expect(agentSays(all).at(-1)).toBe('You said: You said: judge\nThe thread was interrupted.');
    expect(all.at(-1)?.stop_reason).toEqual({ type: 'end_turn' });
    expect(await send(answer(uses(all)[0]?.id))).toMatchObject({ status: 409 });
    // Neither thread is busy: both interrupts are recorded without effect.
    for (const thread of [lead, writer])
      await send({ type: 'user.interrupt', session_thread_id: thread?.['id'] });
    expect(typesOf((await settled()).slice(all.length))).toEqual(['user.interrupt', 'user.interrupt']);
  });

  test('pauses when its own thread is interrupted and receives the results of its agents later', async () => {
    const session = await coordinated({}, [LOOK]);
    const { send, settled, threads } = session;
    await send(both);
    await settled();
    const [lead] = await threads();
    await send({ type: 'user.interrupt', session_thread_id: lead?.['id'] });
    const stopped = await settled();
    expect(stopped.at(-1)?.stop_reason.type).toBe('requires_action');
    await send(...uses(stopped).map(({ id }) => answer(id)));
    expect(agentSays(await settled())).toEqual(['You said: You said: 42\n42']);
    expect(await status(session)).toEqual(['idle', 'idle', 'idle']);
  });

  test('emits the retry of an agent and the termination of all threads', async () => {
    const error = (retry: string) => ({
      agent: 'Writer',
      error: { type: 'model_overloaded_error', message: 'busy', retry },
    });
    const { send, settled, threads, ask, path } = await coordinated({
      replies: [error('retrying'), error('exhausted')],
    });
    await send(message(delegate('Writer', 'draft')));
    const all = await settled();
    const shown = typesOf(all).slice(typesOf(all).indexOf('session.error'));
    expect(shown).toEqual([
      'session.error',
      'session.thread_status_rescheduled',
      'session.status_rescheduled',
      'session.status_running',
      'session.thread_status_running',
      'session.error',
      'session.thread_status_idle',
      'session.status_idle',
    ]);
    const [, writer] = await threads();
    expect(
      all.filter(({ type }) => type.endsWith('status_idle')).map(({ stop_reason }) => stop_reason),
    ).toEqual([{ type: 'retries_exhausted' }, { type: 'retries_exhausted' }]);
    const own = (await ask(`GET ${path}/threads/${writer?.['id']}/events`)).json.data;
    expect(typesOf(own)).toContain('session.error');
  });

  test('does not use archived threads and rejects interrupts for them', async () => {
    const { send, settled, threads, ask, path } = await coordinated({}, [LOOK]);
    await send(message(delegate('Critic', 'judge')));
    await settled();
    const [, critic] = await threads();
    await ask(`POST ${path}/threads/${critic?.['id']}/archive`);
    await send(message(delegate('Writer', '/tool look {}')));
    await settled();
    expect(await send({ type: 'user.interrupt', session_thread_id: critic?.['id'] })).toMatchObject({
      status: 400,
    });
    await send({ type: 'user.interrupt' });
    expect((await threads()).map((thread) => thread['status'])).toEqual(['idle', 'terminated', 'idle']);
  });
});
