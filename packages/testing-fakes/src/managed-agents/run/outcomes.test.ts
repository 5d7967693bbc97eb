import { expect, test } from 'vitest';
import { verifies } from '../../testing/index.js';
import { addFile } from '../../workspace/files.js';
import { stagedSession, typesOf } from '../testing/staged-session.js';

const outcome = (more: object = {}) => ({
  type: 'user.define_outcome',
  description: 'A haiku',
  rubric: { type: 'text', content: 'Three lines' },
  ...more,
});

test('revises an outcome until the grader is satisfied', async () => {
  verifies(
    'SES-009',
    'SES-011',
    'SES-012',
    'SES-013',
    'SES-014',
    'SES-015',
    'SES-016',
    'SES-017',
    'SES-020',
    'EVT-003',
  );
  const { send, retrieve } = await stagedSession({
    stage: {
      grader: [
        { result: 'needs_revision', explanation: 'Two lines only', ongoing: 1 },
        { result: 'needs_revision', explanation: 'No season' },
        { result: 'satisfied', explanation: 'It is a haiku' },
      ],
    },
  });
  expect((await retrieve()).outcome_evaluations).toEqual([]);
  const { since, json } = await send(outcome());
  expect(json.data[0]).toMatchObject({ outcome_id: expect.stringMatching(/^outc_/), max_iterations: 3 });
  expect(typesOf(since)).toEqual([
    'user.define_outcome',
    'session.status_running',
    'agent.message',
    'span.outcome_evaluation_start',
    'span.outcome_evaluation_ongoing',
    'span.outcome_evaluation_end',
    'agent.message',
    'span.outcome_evaluation_start',
    'span.outcome_evaluation_end',
    'agent.message',
    'span.outcome_evaluation_start',
    'span.outcome_evaluation_end',
    'session.status_idle',
  ]);
  const ends = since.filter(({ type }) => type === 'span.outcome_evaluation_end');
  expect(ends.map(({ iteration, result }) => [iteration, result])).toEqual([
    [0, 'needs_revision'],
    [1, 'needs_revision'],
    [2, 'satisfied'],
  ]);
  expect((await retrieve()).outcome_evaluations).toEqual([
    {
      completed_at: expect.stringMatching(/Z$/),
      description: 'A haiku',
      explanation: 'It is a haiku',
      iteration: 2,
      outcome_id: json.data[0].outcome_id,
      result: 'satisfied',
      type: 'outcome_evaluation',
    },
  ]);
});

test('reports every intermediate result of an outcome', async () => {
  verifies('SES-015', 'SES-020', 'SES-017');
  const { ask, path, world, retrieve } = await stagedSession({
    fake: { clock: { mode: 'manual' } },
    stage: { grader: [{ result: 'needs_revision', explanation: 'more' }] },
  });
  const work = { type: 'user.message', content: [{ type: 'text', text: 'first this' }] };
  await ask(`POST ${path}/events`, { events: [work, outcome()] });
  const seen: string[] = [];
  for (let at = 0; at < 10; at++) {
    const [entry] = (await retrieve()).outcome_evaluations;
    if (seen.at(-1) !== entry.result) seen.push(entry.result);
    world.clock.advance(200);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(seen).toEqual([
    'pending',
    'running',
    'evaluating',
    'needs_revision',
    'running',
    'evaluating',
    'satisfied',
  ]);
});

test.each([
  ['failed', [{ result: 'failed', explanation: 'Impossible' }], {}, 0],
  [
    'max_iterations_reached',
    Array.from({ length: 3 }, () => ({ result: 'needs_revision', explanation: 'no' })),
    { max_iterations: 2 },
    1,
  ],
  ['satisfied', [], {}, 0],
])('ends an outcome as %s', async (result, grader, more, iteration) => {
  verifies('SES-015');
  const { send, retrieve } = await stagedSession({ stage: { grader: grader as never } });
  await send(outcome(more));
  expect((await retrieve()).outcome_evaluations).toMatchObject([{ result, iteration }]);
});

test('ends an outcome as interrupted on an interrupt', async () => {
  verifies('SES-015');
  const { ask, path, retrieve, world, events } = await stagedSession({ fake: { clock: { mode: 'manual' } } });
  await ask(`POST ${path}/events`, { events: [outcome()] });
  world.clock.advance(200);
  await new Promise((resolve) => setImmediate(resolve));
  expect((await retrieve()).outcome_evaluations[0].result).toBe('evaluating');
  await ask(`POST ${path}/events`, { events: [{ type: 'user.interrupt' }] });
  expect(await retrieve()).toMatchObject({
    status: 'idle',
    outcome_evaluations: [{ result: 'interrupted' }],
  });
  expect((await events('?types[]=span.outcome_evaluation_end'))[0]).toMatchObject({ result: 'interrupted' });
});

test('accepts an interrupt and a new outcome in one request', async () => {
  verifies('EVT-003');
  const { ask, path, settle } = await stagedSession({ fake: { clock: { mode: 'manual' } } });
  await ask(`POST ${path}/events`, { events: [outcome()] });
  const interrupt = { type: 'user.interrupt' };
  const next = outcome({ description: 'A sonnet' });
  expect(await ask(`POST ${path}/events`, { events: [next, interrupt] })).toMatchObject({ status: 409 });
  expect((await ask(`POST ${path}/events`, { events: [interrupt, next] })).status).toBe(200);
  const { json } = await ask(`GET ${path}`);
  expect(json.outcome_evaluations).toMatchObject([{ result: 'interrupted' }, { result: 'running' }]);
  await ask(`POST ${path}/events`, { events: [interrupt] });
  expect((await settle()).outcome_evaluations[1].result).toBe('interrupted');
});

test('interrupts the current and the queued outcome when the session is archived', async () => {
  verifies('SES-015', 'GEN-018');
  const tool = { type: 'custom', name: 'ask', description: 'd', input_schema: {} };
  const { send, ask, path, say } = await stagedSession({
    agent: { tools: [tool] },
    stage: { replies: [{ calls: [{ name: 'ask' }] }] },
  });
  await send(outcome());
  await say('later');
  const { json } = await ask(`POST ${path}/archive`);
  expect(json).toMatchObject({
    status: 'terminated',
    outcome_evaluations: [{ result: 'interrupted', completed_at: expect.stringMatching(/Z$/) }],
  });
});

test('reads the rubric of an outcome from an existing file', async () => {
  verifies('EVT-003');
  const { ask, path, send, world, events } = await stagedSession();
  const rubric = (id: string) => outcome({ rubric: { type: 'file', file_id: id } });
  const refused = await ask(`POST ${path}/events`, { events: [rubric('file_none')] });
  expect(refused).toMatchObject({ status: 404, rule: 'GEN-007' });
  expect(refused.json.error.message).toContain('events.0.rubric.file_id');
  const file = addFile(world, { filename: 'a.md', mimeType: 'text/markdown', data: Buffer.from('Be brief') });
  await send(rubric(file.id));
  expect((await events('?types[]=agent.message'))[0]?.content[0].text).toContain('Be brief');
});

test('allows one outcome at a time and accepts the short event type', async () => {
  verifies('EVT-003', 'SES-009');
  const { ask, path, send, retrieve } = await stagedSession();
  const both = await ask(`POST ${path}/events`, { events: [outcome(), outcome()] });
  expect(both).toMatchObject({ status: 409, rule: 'EVT-003' });
  await send(outcome({ type: 'define_outcome' }));
  await send(outcome({ description: 'A second' }));
  expect(
    (await retrieve()).outcome_evaluations.map(({ description }: { description: string }) => description),
  ).toEqual(['A haiku', 'A second']);
});

test.each([
  ['no description', { description: undefined }],
  ['an empty rubric', { rubric: { type: 'text', content: '' } }],
  ['a rubric of 262,145 characters', { rubric: { type: 'text', content: 'a'.repeat(262_145) } }],
  ['21 iterations', { max_iterations: 21 }],
  ['0 iterations', { max_iterations: 0 }],
])('rejects an outcome with %s', async (_, more) => {
  const { ask, path, retrieve } = await stagedSession();
  expect((await ask(`POST ${path}/events`, { events: [outcome(more)] })).status).toBe(400);
  expect((await retrieve()).outcome_evaluations).toEqual([]);
});
