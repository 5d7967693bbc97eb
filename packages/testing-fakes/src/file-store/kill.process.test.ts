import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { buildCommand } from '../testing/build-command.js';
import { serve } from '../testing/serve-command.js';
import { createRandom } from '../world/random.js';

const KILLS = 50;
const headers = {
  'x-api-key': 'api-default',
  'vendor-version': '2023-06-01',
  'vendor-beta': 'managed-agents-2026-04-01',
  'content-type': 'application/json',
};

async function post(url: string, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string };
}

/** The last acknowledged count of each vault. */
type Acknowledged = Map<string, number>;

/** Creates and updates vaults until the server is killed. */
async function write(url: string, acknowledged: Acknowledged, onResponse: () => void): Promise<void> {
  try {
    for (;;) {
      const vault = await post(url, '/v1/vaults', { display_name: 'Build farm', metadata: { count: '0' } });
      acknowledged.set(vault.id, 0);
      onResponse();
      await post(url, `/v1/vaults/${vault.id}`, { metadata: { count: '1' } });
      acknowledged.set(vault.id, 1);
      onResponse();
    }
  } catch {
    // The server was killed. The pending change may or may not have been stored.
  }
}

async function read(url: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let page: string | null = ''; page !== null;) {
    const cursor: string = page === '' ? '' : `&page=${encodeURIComponent(page)}`;
    const response: Response = await fetch(`${url}/v1/vaults?limit=100${cursor}`, { headers });
    const list = (await response.json()) as {
      data: { id: string; metadata: { count: string } }[];
      next_page: string | null;
    };
    for (const vault of list.data) found.set(vault.id, Number(vault.metadata.count));
    page = list.next_page;
  }
  return found;
}

/** Creates a session; returns the path of its events. */
async function createSession(url: string): Promise<string> {
  const agent = await post(url, '/v1/agents', { model: 'assistant-opus-4-7', name: 'Worker' });
  const environment = await post(url, '/v1/environments', { name: 'farm' });
  const session = await post(url, '/v1/sessions', { agent: agent.id, environment_id: environment.id });
  return `/v1/sessions/${session.id}/events`;
}

const message = (text: string): object => ({ type: 'user.message', content: [{ type: 'text', text }] });

/** Sends a message to the session, and records it once the server has accepted it. */
async function talk(url: string, path: string, { text, accepted }: { text: string; accepted: string[] }) {
  try {
    await post(url, path, { events: [message(text)] });
    accepted.push(text);
  } catch {
    // The server was killed before it responded.
  }
}

interface SessionEvent {
  readonly type: string;
  readonly content?: readonly { readonly text: string }[];
}

/** Advances the clock until the session is idle; returns the texts of its user and agent messages. */
async function finish(url: string, path: string): Promise<{ user: string[]; agent: string[] }> {
  const textsOf = (events: readonly SessionEvent[], type: string): string[] =>
    events.filter((event) => event.type === type).map(({ content }) => content?.[0]?.text ?? '');
  for (;;) {
    await fetch(`${url}/_fake/worlds/default/clock`, { method: 'POST', body: '{"advance_ms":1000}' });
    const session = await (await fetch(url + path.replace(/\/events$/, ''), { headers })).json();
    if ((session as { status: string }).status !== 'idle') continue;
    const { data } = (await (await fetch(url + path, { headers })).json()) as { data: SessionEvent[] };
    return { user: textsOf(data, 'user.message'), agent: textsOf(data, 'agent.message') };
  }
}

test(
  `no acknowledged write is lost over ${KILLS} kills, and a session resumes after each`,
  { timeout: 500_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-kill-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const cli = await buildCommand(folder);
    const data = join(folder, 'worlds.db');
    const random = createRandom(7);
    const acknowledged: Acknowledged = new Map();
    const accepted: string[] = [];
    let session = '';
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await serve([process.execPath, cli, 'serve', '--data', data]);
      if (kill === 0) session = await createSession(server.url);
      let responsesLeft = 1 + Math.floor(random.next() * 40);
      const onResponse = (): void => {
        if (--responsesLeft === 0) server.process.kill('SIGKILL');
      };
      await Promise.all([
        talk(server.url, session, { text: `message ${kill}`, accepted }),
        ...[1, 2, 3].map(() => write(server.url, acknowledged, onResponse)),
      ]);
      if (server.process.exitCode === null && server.process.signalCode === null)
        await once(server.process, 'exit');
    }
    const last = await serve([process.execPath, cli, 'serve', '--data', data]);
    const found = await read(last.url);
    const { user, agent } = await finish(last.url, session);
    last.process.kill('SIGTERM');
    await once(last.process, 'exit');
    expect(acknowledged.size).toBeGreaterThan(KILLS);
    for (const [id, count] of acknowledged) expect(found.get(id)).toBeGreaterThanOrEqual(count);
    expect(accepted.length).toBeGreaterThan(0);
    expect(user).toEqual(expect.arrayContaining(accepted));
    // Each message has exactly one reply, even if it was in flight when the process was killed.
    expect(agent).toEqual(user.map((text) => `You said: ${text}`));
  },
);
