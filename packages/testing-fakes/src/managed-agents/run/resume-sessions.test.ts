import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFake } from '../../fake/create-fake.js';
import { openWorldFile } from '../../file-store/world-file.js';
import { asker } from '../../testing/index.js';
import { stagedSession, typesOf, type AnyEvent, type StagedSession } from '../testing/staged-session.js';

const WHOLE_TURN = ['user.message', 'session.status_running', 'agent.message', 'session.status_idle'];
const manual = { clock: { mode: 'manual' } } as const;
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Starts a turn and leaves its model request in flight. */
async function startTurn({ ask, path }: StagedSession, text = 'hello'): Promise<void> {
  const content = [{ type: 'text', text }];
  await ask(`POST ${path}/events`, { events: [{ type: 'user.message', content }] });
}

async function dataFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-resume-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'worlds.db');
}

describe('a running session resumes', () => {
  test('when its world is opened from a file', async () => {
    const file = await dataFile();
    const first = await stagedSession({ fake: { ...manual, store: await openWorldFile(file) } });
    await startTurn(first);
    await first.fake.close();

    const second = createFake({ store: await openWorldFile(file), checkResponses: true });
    onTestFinished(() => second.close());
    second.world().clock.advance(200);
    await tick();
    const ask = asker(second, 'managed-agents-2026-04-01');
    const listed = (await ask('GET /v1/sessions')).json.data as { status: string }[];
    expect(listed.map(({ status }) => status)).toEqual(['idle']);
    const events = (await ask(`GET ${first.path}/events`)).json.data as AnyEvent[];
    expect(typesOf(events)).toEqual(WHOLE_TURN);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  test('with tool calls with expensive patterns, each time the world is opened', async () => {
    const file = await dataFile();
    const agent = { tools: [{ type: 'agent_toolset_20260401' }] };
    const first = await stagedSession({ fake: { ...manual, store: await openWorldFile(file) }, agent });
    const letters = 'a'.repeat(60);
    const lines = [
      `write {"file_path":"${letters}","content":"${letters}!"}`,
      'grep {"pattern":"(a|aa)+$"}',
      `glob {"pattern":"${'*a'.repeat(30)}b"}`,
    ];
    await startTurn(first, lines.map((line) => `/tool ${line}`).join('\n'));
    await first.fake.close();

    for (const status of ['running', 'idle']) {
      await using next = createFake({ store: await openWorldFile(file), checkResponses: true });
      if (status === 'idle') {
        next.world().clock.advance(200);
        await tick();
        next.world().clock.advance(200);
        await tick();
      }
      const ask = asker(next, 'managed-agents-2026-04-01');
      expect((await ask(`GET ${first.path}`)).json.status).toBe(status);
      const { data } = (await ask(`GET ${first.path}/events?types[]=agent.tool_result`)).json;
      expect(data.map((event: AnyEvent) => event.is_error)).toEqual(
        status === 'idle' ? [false, false, true] : [],
      );
    }
  });

  test.each(['restored', 'forked', 'reopened'])('when its world is %s', async (how) => {
    const first = await stagedSession({ fake: manual });
    await startTurn(first);
    const { fake } = first;
    if (how === 'restored') fake.restore(fake.snapshot(), 'copy');
    else if (how === 'forked') fake.fork('default', 'copy');
    else fake.openRun(fake.saveRun(), 'copy');
    fake.world('copy').clock.advance(200);
    await tick();
    const sessions = fake.world('copy').store.of<{ status: string }>({ name: 'sessions' }).entries();
    expect(sessions.map(({ record }) => record.status)).toEqual(['idle']);
    expect((await first.retrieve()).status).toBe('running');
  });
});

describe('a running session stops', () => {
  test.each(['skip', 'manual', 'running'] as const)(
    'when its world is reset, on a clock in mode %s',
    async (mode) => {
      const first = await stagedSession({ fake: { clock: { mode } } });
      await startTurn(first);
      first.fake.reset();
      await tick();
      expect((await first.ask(`GET ${first.path}`)).status).toBe(404);
    },
  );

  test('when the emulator is closed, without further writes to the file', async () => {
    const file = await dataFile();
    const first = await stagedSession({ fake: { store: await openWorldFile(file) } });
    await startTurn(first);
    await first.fake.close();
    await tick();
    const store = await openWorldFile(file);
    const kept = store.open('default')?.store.of<{ status: string }>({ name: 'sessions' }).entries();
    expect(kept?.map(({ record }) => record.status)).toEqual(['running']);
    store.close();
  });
});
