/** Sends random commands to a session and checks that its state and its events stay consistent. */
import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFake } from '../../fake/create-fake.js';
import { asker } from '../../testing/index.js';
import { listen } from './session-log.js';
import type { AnyEvent, AnyRecord } from '../testing/staged-session.js';

const TEXTS = [
  'hello',
  '/tool ask {}',
  '/tool ask {}\n/tool write {"file_path":"a","content":"b"}',
  '/tool delegate {"agent":"Helper","message":"think"}',
  '/tool delegate {"agent":"Helper","message":"/tool ask {}"}\n/tool delegate {"agent":"Second","message":"/tool ask {}"}',
];
const IDLE = 'session.status_idle';
const FINAL = ['satisfied', 'max_iterations_reached', 'failed', 'interrupted'];
const STATUS_OF: Readonly<Record<string, string>> = {
  'session.status_running': 'running',
  'session.status_rescheduled': 'rescheduling',
  [IDLE]: 'idle',
  'session.status_terminated': 'terminated',
};

const failure = (retry: 'retrying' | 'exhausted' | 'terminal') => ({
  error: { type: 'model_overloaded_error', message: 'm', retry },
});
const ASK = { calls: [{ name: 'ask' }] };
const REPLIES = [ASK, ASK, ASK, failure('retrying'), failure('retrying'), failure('exhausted')];

const at = fc.nat(9);
const command = fc.oneof(
  { weight: 15, arbitrary: fc.record({ do: fc.constant('say' as const), text: fc.constantFrom(...TEXTS) }) },
  {
    weight: 40,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 200, 200, 1000) }),
  },
  { weight: 15, arbitrary: fc.record({ do: fc.constant('answer' as const), at, allow: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('interrupt' as const), thread: fc.option(at) }) },
  { weight: 5, arbitrary: fc.constant({ do: 'outcome' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('stage' as const), reply: fc.constantFrom(...REPLIES) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('update' as const), title: fc.constantFrom('a', 'b') }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('archiveThread' as const), at }) },
);
/** How a sequence ends: with an interrupt, by archiving the session, or with a terminal error. */
const finale = fc.constantFrom('interrupt' as const, 'archive' as const, 'fault' as const);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a coordinator session on a manual clock and records every event of its stream. */
async function startSystem() {
  const fake = createFake({ checkResponses: true, clock: { mode: 'manual' } });
  const send = asker(fake, 'managed-agents-2026-04-01');
  const world = fake.world();
  const ask: typeof send = async (...request) => {
    const answer = await send(...request);
    assert.ok(answer.status < 500, JSON.stringify(answer.json));
    assert.ok(!JSON.stringify(answer.json).includes('canary'));
    return answer;
  };
  const tools = [
    { type: 'custom', name: 'ask', description: 'd', input_schema: {} },
    {
      type: 'agent_toolset_20260401',
      configs: [{ name: 'write', permission_policy: { type: 'always_ask' } }],
    },
  ];
  const make = async (name: string, more: object = {}) =>
    (await ask('POST /v1/agents', { model: 'm', name, tools, ...more })).json.id as string;
  const agents = [await make('Helper'), await make('Second')];
  const lead = await make('Lead', { multiagent: { type: 'coordinator', agents } });
  const environment = (await ask('POST /v1/environments', { name: 'env' })).json.id;
  const repository = {
    type: 'githost_repository',
    url: 'https://h.example/a/b',
    authorization_token: 'canary',
  };
  const body = { agent: lead, environment_id: environment, resources: [repository] };
  const { id } = (await ask('POST /v1/sessions', body)).json;
  const emitted: AnyEvent[] = [];
  listen(world, id, (stored) => {
    if (stored?.onSession === true) emitted.push(stored.event as unknown as AnyEvent);
  });
  return { fake, ask, world, path: `/v1/sessions/${id}` as const, emitted };
}

type System = Awaited<ReturnType<typeof startSystem>>;

/** Returns the ids of the calls that the last status event requests. */
function awaited(events: readonly AnyEvent[]): string[] {
  const last = events.findLast(({ type }) => Object.hasOwn(STATUS_OF, type));
  return last?.['stop_reason']?.type === 'requires_action' ? last['stop_reason'].event_ids : [];
}

/** Returns the calls that a client could resolve, whether or not the session has requested them yet. */
function open(events: readonly AnyEvent[]): AnyEvent[] {
  const answered = events.map((event) => event['custom_tool_use_id'] ?? event['tool_use_id']);
  return events.filter(
    (event) =>
      (event.type === 'agent.custom_tool_use' || event['evaluated_permission'] === 'ask') &&
      !answered.includes(event.id),
  );
}

/** Resolves a call, which succeeds at most once. A call discarded by an interrupt is already resolved. */
async function answer({ ask, path }: System, use: AnyEvent, allow: boolean): Promise<void> {
  const isAwaited = awaited((await ask(`GET ${path}/events`)).json.data).includes(use.id);
  const event =
    use.type === 'agent.custom_tool_use'
      ? { type: 'user.custom_tool_result', custom_tool_use_id: use.id }
      : { type: 'user.tool_confirmation', tool_use_id: use.id, result: allow ? 'allow' : 'deny' };
  const { status } = await ask(`POST ${path}/events`, { events: [event] });
  assert.ok(status === 200 || (status === 409 && !isAwaited));
  assert.equal((await ask(`POST ${path}/events`, { events: [event] })).status, 409);
}

async function perform(system: System, step: Command): Promise<void> {
  const { fake, ask, world, path } = system;
  const events = async () => (await ask(`GET ${path}/events`)).json.data as AnyEvent[];
  const threads = async () => (await ask(`GET ${path}/threads`)).json.data as AnyRecord[];
  const send = (event: object) => ask(`POST ${path}/events`, { events: [event] });
  switch (step.do) {
    case 'say':
      await send({ type: 'user.message', content: [{ type: 'text', text: step.text }] });
      break;
    case 'pass':
      world.clock.advance(step.ms);
      break;
    case 'answer': {
      const calls = open(await events());
      const use = calls[step.at % Math.max(1, calls.length)];
      if (use !== undefined) await answer(system, use, step.allow);
      break;
    }
    case 'interrupt': {
      const all = await threads();
      const thread = step.thread === null ? undefined : all[step.thread % all.length]?.['id'];
      await send({ type: 'user.interrupt', session_thread_id: thread });
      break;
    }
    case 'outcome':
      await send({ type: 'user.define_outcome', description: 'd', rubric: { type: 'text', content: 'r' } });
      break;
    case 'stage':
      fake.applyScenario({ sessions: { replies: [step.reply] } });
      break;
    case 'update':
      await ask(`POST ${path}`, { title: step.title });
      break;
    default: {
      const all = await threads();
      await ask(`POST ${path}/threads/${all[step.at % all.length]?.['id']}/archive`);
    }
  }
  // Run the steps that need no time.
  for (let turn = 0; turn < 5; turn++) await tick();
}

async function check({ ask, path, emitted }: System): Promise<void> {
  const { json: session } = await ask(`GET ${path}`);
  const events: AnyEvent[] = (await ask(`GET ${path}/events`)).json.data;
  checkRecord(session, events, (await ask(`GET ${path}/threads`)).json.data);
  checkOrder(events);
  checkRequests(session.status, events);
  checkAnswers(session.status, events);
  // The stream emits queued events twice, when they are received and when they are processed.
  const processed = events.filter((event) => event['processed_at'] !== null);
  assert.deepEqual(
    emitted.filter((event) => event['processed_at'] !== null),
    processed,
  );
}

function checkRecord(session: AnyRecord, events: readonly AnyEvent[], threads: readonly AnyRecord[]): void {
  const last = events.findLast(({ type }) => Object.hasOwn(STATUS_OF, type));
  assert.equal(session['status'], last === undefined ? 'idle' : STATUS_OF[last.type]);
  const statuses = threads.map((thread) => thread['status']);
  if (session['status'] === 'terminated') assert.ok(statuses.every((status) => status === 'terminated'));
  if (session['status'] === 'idle')
    assert.ok(!statuses.includes('running') && !statuses.includes('rescheduling'));
  for (const thread of threads.slice(1)) {
    const own = events.findLast(
      (event) =>
        event.type.startsWith('session.thread_status') && event['session_thread_id'] === thread['id'],
    );
    const reported = own?.type.replace('session.thread_status_', '').replace('rescheduled', 'rescheduling');
    assert.equal(thread['status'], reported ?? 'idle');
    assert.equal(thread['archived_at'] !== null && thread['status'] !== 'terminated', false);
  }
  const outcomes = session['outcome_evaluations'] as AnyRecord[];
  assert.equal(outcomes.length, events.filter(({ type }) => type === 'user.define_outcome').length);
  for (const outcome of outcomes)
    assert.equal(outcome['completed_at'] !== null, FINAL.includes(outcome['result']));
  const open = outcomes.filter((outcome) => outcome['completed_at'] === null);
  assert.ok(open.length <= (session['status'] === 'terminated' ? 0 : 1));
}

function checkOrder(events: readonly AnyEvent[]): void {
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
  const times = events.map((event) => event['processed_at']).filter((time) => time !== null);
  assert.deepEqual(times, times.toSorted());
}

/** Every ended request has exactly one start, and no request is in flight while the session is idle. */
function checkRequests(status: string, events: readonly AnyEvent[]): void {
  const started = events.filter(({ type }) => type === 'span.model_request_start').map(({ id }) => id);
  const ended = events
    .filter(({ type }) => type === 'span.model_request_end')
    .map((event) => event['model_request_start_id']);
  assert.equal(new Set(ended).size, ended.length);
  assert.ok(ended.every((id) => started.includes(id)));
  if (status === 'idle') assert.equal(ended.length, started.length);
  const evaluations = events.filter(({ type }) => type === 'span.outcome_evaluation_start').length;
  const verdicts = events.filter(({ type }) => type === 'span.outcome_evaluation_end').length;
  assert.ok(verdicts === evaluations || (status !== 'idle' && verdicts + 1 === evaluations));
}

/** Every call is resolved at most once, and an idle session requests only existing, unresolved calls. */
function checkAnswers(status: string, events: readonly AnyEvent[]): void {
  const answered = events
    .filter(({ type }) => type === 'user.custom_tool_result' || type === 'user.tool_confirmation')
    .map((event) => event['custom_tool_use_id'] ?? event['tool_use_id']);
  assert.equal(new Set(answered).size, answered.length);
  if (status !== 'idle') return;
  for (const id of awaited(events)) {
    assert.ok(!answered.includes(id));
    assert.ok(events.some((event) => event.id === id && /^agent\..*tool_use$/.test(event.type)));
  }
}

async function finish(system: System, end: 'interrupt' | 'archive' | 'fault'): Promise<void> {
  if (end === 'fault') system.fake.applyScenario({ sessions: { replies: [failure('terminal')] } });
  if (end === 'archive') await system.ask(`POST ${system.path}/archive`);
  if (end === 'interrupt') await perform(system, { do: 'interrupt', thread: null });
  await check(system);
}

async function isDone({ ask, path }: System): Promise<boolean> {
  const events: AnyEvent[] = (await ask(`GET ${path}/events`)).json.data;
  const { status } = (await ask(`GET ${path}`)).json;
  return status === 'terminated' || (status === 'idle' && awaited(events).length === 0);
}

test('keeps a session and its events consistent over any sequence of commands', async () => {
  const property = fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 20, maxLength: 60, size: 'max' }),
      finale,
      async (commands, end) => {
        const system = await startSystem();
        for (const step of commands) {
          await perform(system, step);
          await check(system);
        }
        await finish(system, end);
        // Queued events may request more calls, so repeat until no work is left.
        for (let round = 0; !(await isDone(system)); round++) {
          assert.ok(round < 100);
          await perform(system, { do: 'pass', ms: 1000 });
          const events: AnyEvent[] = (await system.ask(`GET ${system.path}/events`)).json.data;
          for (const use of events.filter(({ id }) => awaited(events).includes(id)))
            await answer(system, use, true);
        }
        await check(system);
        assert.equal((await system.ask(`DELETE ${system.path}`)).status, 200);
        for (const rest of ['', '/events', '/threads', '/resources'])
          assert.equal((await system.ask(`GET ${system.path}${rest}`)).status, 404);
      },
    ),
    { numRuns: 25 },
  );
  await expect(property).resolves.toBeUndefined();
}, 60_000);
