/** What sessions have in later versions of the API. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../testing/verifies.js';
import { stagedSession, typesOf, type AnyEvent, type StagedSession } from './testing/staged-session.js';

const budget = (cents: string) => ({ type: 'limit', max_list_cost: { amount: cents, currency: 'USD' } });
const message = (text: string) => ({ type: 'user.message', content: [{ type: 'text', text }] });
const system = (text: string) => ({ type: 'system.message', content: [{ type: 'text', text }] });
const outcome = {
  type: 'user.define_outcome',
  description: 'A report',
  rubric: { type: 'text', content: 'Is short.' },
};
const LATER = { headers: { 'vendor-version': '2026-10-21' } };
/** About 1.3 cents of output. */
const EXPENSIVE = 'word '.repeat(500);
const idle = (events: readonly AnyEvent[]) => events.filter(({ type }) => type === 'session.status_idle');

function create({ ask, agent, environment }: StagedSession, fields: object) {
  return ask('POST /v1/sessions', { agent: agent['id'], environment_id: environment['id'], ...fields });
}

describe('a session with a budget', () => {
  test('stops when its cost reaches the budget, and continues when the budget is raised', async () => {
    verifies('SLA-002', 'SLA-007');
    const staged = await stagedSession({
      stage: {
        replies: [
          { text: EXPENSIVE, calls: [{ name: 'web_search', input: { query: 'x' } }] },
          { text: 'Done.' },
        ],
        tools: { web_search: [{ text: 'found' }] },
      },
      agent: { tools: [{ type: 'agent_toolset_20260401' }] },
      session: { budget: budget('1') },
    });
    expect(staged.session).toMatchObject({ budget: budget('1'), usage: { list_cost: { amount: '0' } } });
    const { since } = await staged.say('hello');
    expect(typesOf(since).slice(-3)).toEqual(['agent.tool_result', 'session.usage', 'session.status_idle']);
    expect(since.at(-1)).toMatchObject({ stop_reason: { type: 'budget_reached' } });
    expect(since.at(-2)).toMatchObject({
      budget: budget('1'),
      usage: {
        active_seconds: 0.2,
        list_cost: { amount: '2', currency: 'USD' },
        server_tool_use: { web_fetch_requests: 0, web_search_requests: 1 },
      },
    });
    // The budget is still reached.
    const again = await staged.say('continue');
    expect(idle(again.since)).toMatchObject([{ stop_reason: { type: 'budget_reached' } }]);
    const { json } = await staged.ask(`POST ${staged.path}`, { budget: budget('500') });
    expect(json.budget).toEqual(budget('500'));
    const raised = await staged.say('continue');
    expect(typesOf(raised.since)).toContain('agent.message');
    expect(idle(raised.since)).toMatchObject([{ stop_reason: { type: 'end_turn' } }]);
    const updates = (await staged.events()).filter(({ type }) => type === 'session.updated');
    expect(updates).toMatchObject([{ budget: budget('500') }]);
  });

  test('has no limit after the budget is removed', async () => {
    verifies('SLA-002');
    const staged = await stagedSession({
      stage: { replies: [{ text: EXPENSIVE, calls: [{ name: 'unknown' }] }, { text: 'Done.' }] },
      session: { budget: budget('1') },
    });
    await staged.say('hello');
    await staged.ask(`POST ${staged.path}`, { budget: null });
    const { since } = await staged.say('continue');
    expect(since.at(-1)).toMatchObject({ stop_reason: { type: 'end_turn' } });
    expect(typesOf(since)).not.toContain('session.usage');
    // Removing it again changes nothing.
    await staged.ask(`POST ${staged.path}`, { budget: null });
    expect((await staged.events()).filter(({ type }) => type === 'session.updated')).toHaveLength(1);
  });

  test.each([
    ['another type', { ...budget('1'), type: 'none' }],
    ['a number as amount', { type: 'limit', max_list_cost: { amount: 5, currency: 'USD' } }],
    ['a fraction', budget('1.5')],
    ['zero', budget('0')],
    ['another currency', { type: 'limit', max_list_cost: { amount: '5', currency: 'EUR' } }],
  ])('is rejected with %s', async (_, invalid) => {
    verifies('SLA-001');
    const staged = await stagedSession();
    const { status, rule } = await create(staged, { budget: invalid });
    expect([status, rule]).toEqual([400, 'SLA-001']);
  });
});

test('later API versions show budget, deployment and usage', async () => {
  verifies('SLA-007');
  const { ask, path } = await stagedSession();
  const { json } = await ask(`GET ${path}`, undefined, LATER);
  expect(json).toMatchObject({
    budget: null,
    deployment_id: null,
    usage: { active_seconds: 0, list_cost: { amount: '0' }, server_tool_use: { web_fetch_requests: 0 } },
  });
  expect(Object.keys((await ask(`GET ${path}`)).json)).not.toContain('budget');
  expect((await ask('GET /v1/sessions?deployment_id=depl_1')).json.data).toEqual([]);
});

describe('initial events', () => {
  test('start the session', async () => {
    verifies('SLA-003');
    const staged = await stagedSession();
    const { json } = await create(staged, { initial_events: [message('first'), outcome] });
    const events = async () =>
      (await staged.ask(`GET /v1/sessions/${json.id}/events`)).json.data as AnyEvent[];
    await expect.poll(async () => idle(await events()).length).toBe(1);
    const types = typesOf(await events());
    expect(types.slice(0, 3)).toEqual(['user.message', 'session.status_running', 'agent.message']);
    expect(types).toContain('span.outcome_evaluation_end');
  });

  test.each([
    ['more than 50', Array.from({ length: 51 }, () => message('x')), 'SLA-003'],
    ['an interrupt', [{ type: 'user.interrupt' }], 'SLA-003'],
    ['two outcomes', [outcome, outcome], 'EVT-003'],
    ['an unknown file', [{ ...outcome, rubric: { type: 'file', file_id: 'file_x' } }], 'GEN-007'],
  ])('are rejected: %s', async (_, events, rule) => {
    verifies('SLA-003');
    const staged = await stagedSession();
    const rejected = await create(staged, { initial_events: events });
    expect(rejected.rule).toBe(rule);
    expect((await staged.ask('GET /v1/sessions')).json.data).toHaveLength(1);
  });
});

describe('a system message', () => {
  test('is part of the next model request, without starting one', async () => {
    verifies('SLA-004');
    const staged = await stagedSession({
      stage: { replies: [{ system_contains: 'Speak French.', text: 'Oui.' }] },
    });
    const sent = await staged.send(system('Speak French.'));
    expect(sent.json.data).toMatchObject([{ type: 'system.message', processed_at: expect.any(String) }]);
    expect(typesOf(sent.since)).toEqual(['system.message']);
    const { since } = await staged.say('hello');
    expect(since.find(({ type }) => type === 'agent.message')?.['content']).toEqual([
      { type: 'text', text: 'Oui.' },
    ]);
  });

  test('is processed in order while the session is running', async () => {
    verifies('SLA-004');
    const staged = await stagedSession({
      stage: { replies: [{ text: 'One.' }, { system_contains: 'Be brief.', text: 'Two.' }] },
    });
    const { since } = await staged.send(message('1'), system('Be brief.'), message('2'));
    expect(typesOf(since).filter((type) => !type.startsWith('session.'))).toEqual([
      'user.message',
      'agent.message',
      'system.message',
      'user.message',
      'agent.message',
    ]);
    expect(since.findLast(({ type }) => type === 'agent.message')?.['content'][0].text).toBe('Two.');
  });

  test('is rejected while the session waits for a result', async () => {
    verifies('SLA-004');
    const staged = await stagedSession({
      agent: {
        tools: [{ type: 'custom', name: 'ask', description: 'Asks.', input_schema: { type: 'object' } }],
      },
    });
    await staged.say('/tool ask {}');
    const { status, rule } = await staged.send(system('x'));
    expect([status, rule]).toEqual([409, 'SLA-004']);
  });

  test('is rejected without a text', async () => {
    verifies('SLA-004');
    const staged = await stagedSession();
    const { status, rule } = await staged.send({ type: 'system.message', content: [] });
    expect([status, rule]).toEqual([400, 'SLA-004']);
  });
});

describe('previews', () => {
  async function streamed(query: string): Promise<AnyEvent[]> {
    const staged = await stagedSession({ stage: { replies: [{ thinking: true, text: EXPENSIVE }] } });
    const { fake, path, ask } = staged;
    const headers = {
      'x-api-key': fake.keys.api,
      'vendor-version': '2023-06-01',
      'vendor-beta': 'managed-agents-2026-04-01',
    };
    const { body } = await fake.fetch(`${fake.url}${path}/events/stream${query}`, { headers });
    await staged.say('hello');
    const listed = typesOf(await staged.events());
    expect(listed.some((type) => type.startsWith('event_'))).toBe(false);
    await ask(`DELETE ${path}`);
    const text = await new Response(body).text();
    return Array.from(text.matchAll(/^data: (.*)$/gm), ([, data]) => JSON.parse(data as string) as AnyEvent);
  }

  test('announce a message, and carry its text', async () => {
    verifies('SLA-005');
    const events = await streamed('?event_deltas[]=agent.message');
    const at = events.findIndex(({ type }) => type === 'event_start');
    const final = events.findIndex(({ type }) => type === 'agent.message');
    const { id } = events[final] as AnyEvent;
    expect(events[at]).toEqual({ type: 'event_start', event: { id, type: 'agent.message' } });
    const deltas = events.slice(at + 1, final);
    expect(deltas.length).toBeGreaterThan(10);
    expect(deltas.every((delta) => delta.type === 'event_delta' && delta['event_id'] === id)).toBe(true);
    expect(deltas.map((delta) => delta['delta'].content.text as string).join('')).toBe(EXPENSIVE);
  });

  test('of thinking have no text', async () => {
    verifies('SLA-005');
    const events = await streamed('?event_deltas[]=agent.thinking');
    const at = events.findIndex(({ type }) => type === 'event_start');
    expect(events.slice(at, at + 2)).toMatchObject([
      { event: { type: 'agent.thinking' } },
      { type: 'agent.thinking' },
    ]);
    expect(typesOf(events)).not.toContain('event_delta');
  });

  test('are sent on request only', async () => {
    verifies('SLA-005');
    expect(typesOf(await streamed('')).filter((type) => type.startsWith('event_'))).toEqual([]);
    const { ask, path, session } = await stagedSession();
    const other = await ask(`GET ${path}/events/stream?event_deltas[]=agent.tool_use`);
    expect([other.status, other.rule]).toEqual([400, 'SLA-005']);
    const { json } = await ask(`GET /v1/sessions/${session['id']}/threads`);
    const thread = await ask(`GET ${path}/threads/${json.data[0].id}/stream?event_deltas[]=agent.message`);
    expect(thread.status).toBe(400);
  });
});

describe('an agent with overrides', () => {
  test('has other parts for one session', async () => {
    verifies('SLA-006');
    const staged = await stagedSession({ agent: { system: 'Be brief.', description: 'Works.' } });
    const { agent } = staged;
    const overrides = {
      model: 'assistant-haiku-4-5',
      system: null,
      skills: [{ type: 'vendor', skill_id: 'pdf' }],
    };
    const { json } = await create(staged, {
      agent: { type: 'agent_with_overrides', id: agent['id'], ...overrides },
    });
    expect(json.agent).toMatchObject({
      id: agent['id'],
      type: 'agent',
      model: { id: 'assistant-haiku-4-5' },
      system: null,
      description: 'Works.',
      skills: [{ skill_id: 'pdf', version: '20251013' }],
    });
    expect((await staged.ask(`GET /v1/agents/${agent['id']}`)).json).toEqual(agent);
  });

  test.each([
    ['an unknown skill', { skills: [{ type: 'custom', skill_id: 'skill_x' }] }, 'SKL-006'],
    ['an unknown server', { tools: [{ type: 'mcp_toolset', mcp_server_name: 'x' }] }, 'AGT-066'],
    ['an unknown field', { name: 'Other' }, 'GEN-004'],
  ])('is rejected with %s', async (_, fields, rule) => {
    verifies('SLA-006');
    const staged = await stagedSession();
    const { agent } = staged;
    const rejected = await create(staged, {
      agent: { type: 'agent_with_overrides', id: agent['id'], ...fields },
    });
    expect([rejected.status, rejected.rule]).toEqual([400, rule]);
  });
});

test('a refusal ends the turn', async () => {
  verifies('SLA-008');
  const { say } = await stagedSession({
    stage: { replies: [{ refusal: { category: 'cyber', explanation: 'No.' } }] },
  });
  const { since } = await say('hello');
  expect(since.at(-1)).toMatchObject({
    type: 'session.status_idle',
    stop_reason: { type: 'refusal' },
    stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.' },
  });
});

describe('a workflow run', () => {
  test('emits its phases', async () => {
    verifies('SLA-009');
    const { say } = await stagedSession({
      stage: { replies: [{ text: 'Done.', workflow: { name: 'Review', phases: ['Read', 'Judge'] } }] },
    });
    const { since } = await say('hello');
    const run = since.filter(({ type }) => type.startsWith('workflow_run.'));
    expect(run.map(({ type }) => type.slice('workflow_run.'.length))).toEqual([
      'created',
      'status_running',
      'phase_started',
      'phase_ended',
      'phase_started',
      'phase_ended',
      'status_ended',
    ]);
    const [created, , started, ended] = run;
    expect(created).toMatchObject({ name: 'Review', phases: [{ name: 'Read' }, { name: 'Judge' }] });
    expect(ended).toMatchObject({
      phase_started_id: started?.id,
      workflow_run_id: created?.['workflow_run_id'],
      workflow_run_phase_id: created?.['phases'][0].id,
    });
    expect(run.at(-1)).toMatchObject({ result: { type: 'completed' } });
  });

  test('can fail', async () => {
    verifies('SLA-009');
    const error = { type: 'timeout_error' as const, message: 'Too slow.' };
    const { say } = await stagedSession({ stage: { replies: [{ workflow: { name: 'Review', error } }] } });
    const { since } = await say('hello');
    const run = since.filter(({ type }) => type.startsWith('workflow_run.'));
    expect(run.slice(-2)).toMatchObject([
      { type: 'workflow_run.error', error },
      { type: 'workflow_run.status_ended', result: { type: 'error', error } },
    ]);
  });
});
