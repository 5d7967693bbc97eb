import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { buildCommand } from '../testing/build-command.js';
import { createRandom } from '../world/random.js';

const KILLS = 50;
const headers = {
  'x-api-key': 'api-default',
  'vendor-version': '2023-06-01',
  'vendor-beta': 'managed-agents-2026-04-01',
  'content-type': 'application/json',
};

interface Serving {
  readonly process: ChildProcess;
  readonly url: string;
}

async function serve(cli: string, data: string): Promise<Serving> {
  const child = spawn(process.execPath, [cli, 'serve', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended before it was ready, with code ${code}.`);
  });
  const line = once(createInterface({ input: child.stdout! }), 'line') as Promise<[string]>;
  const [first] = await Promise.race([line, ended]);
  return { process: child, url: (JSON.parse(first) as { url: string }).url };
}

async function post(url: string, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string };
}

/** Everything that was answered with success: the last count acknowledged for each vault. */
type Acknowledged = Map<string, number>;

/** Makes and changes vaults until the server is gone. */
async function write(url: string, acknowledged: Acknowledged, onAnswer: () => void): Promise<void> {
  try {
    for (;;) {
      const vault = await post(url, '/v1/vaults', { display_name: 'Build farm', metadata: { count: '0' } });
      acknowledged.set(vault.id, 0);
      onAnswer();
      await post(url, `/v1/vaults/${vault.id}`, { metadata: { count: '1' } });
      acknowledged.set(vault.id, 1);
      onAnswer();
    }
  } catch {
    // The server was killed: what it had not answered may be there or not.
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

/** Makes a session. Gives the path of its events. */
async function makeSession(url: string): Promise<string> {
  const agent = await post(url, '/v1/agents', { model: 'assistant-opus-4-7', name: 'Worker' });
  const environment = await post(url, '/v1/environments', { name: 'farm' });
  const session = await post(url, '/v1/sessions', { agent: agent.id, environment_id: environment.id });
  return `/v1/sessions/${session.id}/events`;
}

const message = (text: string): object => ({ type: 'user.message', content: [{ type: 'text', text }] });

/** Gives the session a message to work on, and notes it once it is taken. */
async function talk(url: string, path: string, { text, said }: { text: string; said: string[] }) {
  try {
    await post(url, path, { events: [message(text)] });
    said.push(text);
  } catch {
    // The server was killed before it answered.
  }
}

interface Told {
  readonly type: string;
  readonly content?: readonly { readonly text: string }[];
}

/** Lets time pass until the session has nothing left to do; gives what was asked and what it answered. */
async function finish(url: string, path: string): Promise<{ asked: string[]; answered: string[] }> {
  const textsOf = (events: readonly Told[], type: string): string[] =>
    events.filter((event) => event.type === type).map(({ content }) => content?.[0]?.text ?? '');
  for (;;) {
    await fetch(`${url}/_fake/worlds/default/clock`, { method: 'POST', body: '{"advance_ms":1000}' });
    const session = await (await fetch(url + path.replace(/\/events$/, ''), { headers })).json();
    if ((session as { status: string }).status !== 'idle') continue;
    const { data } = (await (await fetch(url + path, { headers })).json()) as { data: Told[] };
    return { asked: textsOf(data, 'user.message'), answered: textsOf(data, 'agent.message') };
  }
}

test(
  `no acknowledged write is lost over ${KILLS} kills, and a session goes on`,
  { timeout: 500_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-kill-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const cli = await buildCommand(folder);
    const data = join(folder, 'worlds.db');
    const random = createRandom(7);
    const acknowledged: Acknowledged = new Map();
    const said: string[] = [];
    let session = '';
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await serve(cli, data);
      if (kill === 0) session = await makeSession(server.url);
      let answersLeft = 1 + Math.floor(random.next() * 40);
      const onAnswer = (): void => {
        if (--answersLeft === 0) server.process.kill('SIGKILL');
      };
      await Promise.all([
        talk(server.url, session, { text: `message ${kill}`, said }),
        ...[1, 2, 3].map(() => write(server.url, acknowledged, onAnswer)),
      ]);
      if (server.process.exitCode === null && server.process.signalCode === null)
        await once(server.process, 'exit');
    }
    const last = await serve(cli, data);
    const found = await read(last.url);
    const { asked, answered } = await finish(last.url, session);
    last.process.kill('SIGTERM');
    await once(last.process, 'exit');
    expect(acknowledged.size).toBeGreaterThan(KILLS);
    for (const [id, count] of acknowledged) expect(found.get(id)).toBeGreaterThanOrEqual(count);
    expect(said.length).toBeGreaterThan(0);
    expect(asked).toEqual(expect.arrayContaining(said));
    // Each message has one answer, whatever was under way when the process ended.
    expect(answered).toEqual(asked.map((text) => `You said: ${text}`));
  },
);
