/** Targets in the emulator: sockets, bodies, forms, queries, saved runs and scenarios. */
import { connect } from 'node:net';
import { operations, type Operation } from '@parlance/schemas';
import { createFake, type Fake, type Listening } from '@parlance/testing-fakes';
import { parseScenario } from '../../../../packages/testing-fakes/src/fake/read-scenario-file.ts';
import { requireThat, type FuzzTarget } from './target.ts';

const all: readonly Operation[] = Object.values(operations);
const withBody = all.filter(({ method, upload }) => method === 'POST' && upload === undefined);
const withQuery = all.filter(({ method }) => method === 'GET');
const KEYS = {
  'api-key': 'api-default',
  'admin-key': 'admin-default',
  'compliance-key': 'compliance-default',
};

interface Sent {
  readonly method?: string;
  readonly body?: Buffer;
  readonly type?: string;
  readonly key?: Operation['auth'];
}

/** Sends a request. A 500 is a defect, except for a session that is disabled. */
async function send(fake: Fake, path: string, { method = 'GET', body, type, key }: Sent): Promise<void> {
  const response = await fake.http().send({
    method,
    origin: fake.url,
    path,
    headers: {
      'x-api-key': KEYS[key ?? 'api-key'],
      'vendor-version': '2023-06-01',
      'vendor-beta': 'managed-agents-2026-04-01,files-api-2025-04-14,user-profiles-2026-03-24',
      'content-type': type ?? 'application/json',
    },
    body: body ?? null,
    cancellation: { cancelled: false, reason: undefined, listen: () => {} },
  });
  const text = await new Promise<string>((resolve, reject) => {
    let read = '';
    response.body.read({
      data: (chunk) => (read += Buffer.from(chunk).toString()),
      end: () => resolve(read),
      fail: reject,
    });
  });
  const isDisabled = text.includes('is disabled because its stored record is damaged');
  requireThat(
    response.status < 500 || isDisabled,
    `${method} ${path}: ${response.status} ${text.slice(0, 500)}`,
  );
}

/** Splits an input into a choice, from its first byte, and the rest. */
function chosen<T>(from: readonly T[], input: Buffer): readonly [T, Buffer] {
  return [from[(input[0] ?? 0) % from.length] as T, input.subarray(1)];
}

/** Runs code that may reject its input with a typed error, but not fail in another way. Returns whether it accepts the input. */
function accepts(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    requireThat(error instanceof TypeError || error instanceof RangeError, String((error as Error).stack));
    return false;
  }
}

function jsonOf(input: Buffer): unknown {
  try {
    return JSON.parse(input.toString());
  } catch {
    return undefined;
  }
}

const PLACEHOLDER = /\{[^}]+\}/g;

/** Bodies: the first byte selects the operation. */
export function bodies(): FuzzTarget {
  const fake = createFake({ seed: 'demo' });
  return (input) => {
    const [operation, body] = chosen(withBody, input);
    const path = operation.path.replaceAll(PLACEHOLDER, 'x_1');
    return send(fake, path, { method: 'POST', body, key: operation.auth });
  };
}

/** Multipart forms of uploads. */
export function forms(): FuzzTarget {
  const fake = createFake();
  return (body) => send(fake, '/v1/files', { method: 'POST', body, type: 'multipart/form-data; boundary=x' });
}

/** Paths and queries: the first byte selects the operation, the rest is the query or a path parameter. */
export function queries(): FuzzTarget {
  const fake = createFake({ seed: 'demo' });
  return async (input) => {
    const [{ path, auth: key, stream }, rest] = chosen(withQuery, input);
    const text = rest.toString('latin1').replaceAll(/[^\x21-\x7e]/g, '%20');
    const inPath = path.replaceAll(PLACEHOLDER, () => text.replaceAll(/[?#]/g, '%3F'));
    await send(fake, `${path.replaceAll(PLACEHOLDER, 'x_1')}?${text}`, { key });
    if (stream !== 'session') await send(fake, inPath, { key });
  };
}

/** Saved runs. An accepted one is used afterwards. */
export function savedRuns(): FuzzTarget {
  const fake = createFake({ clock: { mode: 'manual' } });
  return async (input) => {
    const run = jsonOf(input);
    if (run === undefined || !accepts(() => fake.openRun(run))) return;
    for (const path of ['/v1/sessions', '/v1/agents', '/v1/files', '/v1/models']) {
      fake.setFaults([]);
      fake.setRateLimits({});
      fake.world().clock.advance(1000);
      await send(fake, path, {});
    }
  };
}

/** Scenarios and their parts. An accepted one is used afterwards. */
export function scenarios(): FuzzTarget {
  const fake = createFake();
  const message = Buffer.from(
    '{"model":"assistant-opus-4-7","max_tokens":9,"messages":[{"role":"user","content":"hello"}]}',
  );
  const readers: readonly ((value: never) => void)[] = [
    (value) => fake.setFaults(value),
    (value) => fake.setScripts(value),
    (value) => fake.setRateLimits(value),
    (value) => fake.applyScenario({ sessions: value }),
    (value) => fake.applyScenario(value),
  ];
  return async (input) => {
    const [read, rest] = chosen(readers, input);
    const value = jsonOf(rest);
    fake.reset();
    if (value === undefined || !accepts(() => read(value as never)) || read === readers[0]) return;
    // A fault of the scenario may be a 5xx.
    fake.setFaults([]);
    await send(fake, '/v1/messages', { method: 'POST', body: message });
  };
}

/** Texts of scenario files, in YAML or JSON. */
export function scenarioFiles(): FuzzTarget {
  const fake = createFake();
  return (input) => {
    fake.reset();
    accepts(() => fake.applyScenario(parseScenario(input.toString())));
    return Promise.resolve();
  };
}

/** Bytes on a socket. The server must respond or close, and must keep serving others. */
export function sockets(): FuzzTarget {
  const fake = createFake();
  let listening: Promise<Listening> | undefined;
  return async (input) => {
    const { url } = await (listening ??= fake.listen());
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume().end(input);
    // A reset is fine: the server closes the connection of a request that is too large, and reads no more of it.
    await new Promise((resolve) => socket.once('close', resolve));
    const response = await fetch(`${url}/_fake/health`);
    requireThat(response.status === 200, `health: ${response.status}`);
  };
}
