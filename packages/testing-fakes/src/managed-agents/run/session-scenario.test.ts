import { expect, test } from 'vitest';
import { createFake } from '../../fake/create-fake.js';
import { asker } from '../../testing/index.js';
import { stagedSession } from '../testing/staged-session.js';

test.each([
  [
    { reply: [] },
    'scenario.sessions: unknown key "reply" (did you mean "replies"?); allowed: replies, tools, mcp_servers, repositories, credentials',
  ],
  [
    { replies: [{ say: 'x' }] },
    'scenario.sessions.replies.0: unknown key "say"; allowed: agent, system_contains, thinking, text, calls',
  ],
  [{ replies: [{ calls: [{}] }] }, 'scenario.sessions.replies.0.calls.0.name: is required'],
  [
    { grader: [{ result: 'perhaps', explanation: 'x' }] },
    'scenario.sessions.grader.0.result: must be satisfied, needs_revision, or failed',
  ],
  [
    { mcp_servers: { a: { fails: 'often' } } },
    'scenario.sessions.mcp_servers.a.fails: must be connection or authentication',
  ],
  [{ request_ms: -1 }, 'scenario.sessions.request_ms: must be a whole number from 0'],
  [7, 'scenario.sessions: must be an object with replies'],
])('rejects %j with the key and the allowed values', (sessions, message) => {
  expect(() => createFake().applyScenario({ sessions: sessions as object })).toThrow(message);
});

test('continues a running session in a forked or restored world', async () => {
  const { fake, ask, path, world } = await stagedSession({ fake: { clock: { mode: 'manual' } } });
  const event = { type: 'user.message', content: [{ type: 'text', text: 'continue' }] };
  await ask(`POST ${path}/events`, { events: [event] });
  const saved = JSON.parse(JSON.stringify(fake.snapshot())) as object;
  fake.fork('default', 'copy');
  const other = createFake({ clock: { mode: 'manual' } });
  other.restore(saved);
  for (const [one, name] of [
    [fake, 'copy'],
    [other, 'default'],
  ] as const) {
    const send = asker(one, 'managed-agents-2026-04-01');
    const get = async () => (await send(`GET ${path}`, undefined, { world: name })).json.status;
    expect(await get()).toBe('running');
    one.world(name).clock.advance(200);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await get()).toBe('idle');
    const { json } = await send(`GET ${path}/events?types[]=agent.message`, undefined, { world: name });
    expect(json.data).toMatchObject([{ content: [{ text: 'You said: continue' }] }]);
  }
  expect(world.clock.now()).toBe(Date.UTC(2026, 5, 1));
  expect((await ask(`GET ${path}`)).json.status).toBe('running');
});

test('stops running sessions when the emulator is closed', async () => {
  const { fake, ask, path } = await stagedSession();
  const event = { type: 'user.message', content: [{ type: 'text', text: 'continue' }] };
  await ask(`POST ${path}/events`, { events: [event] });
  await fake.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect((await ask('GET /v1/sessions')).json.data).toEqual([]);
});
