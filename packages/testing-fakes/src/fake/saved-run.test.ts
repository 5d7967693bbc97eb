import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFake } from './create-fake.js';
import type { Fake } from './fake.js';
import { main } from '../command/main.js';
import { openWorldFile } from '../file-store/world-file.js';
import { fakePerTest, type FinishedTest } from '../test-runners/fake-per-test.js';
import type { SavedRun } from './saved-run.js';

async function say(fake: Fake, text: string): Promise<string> {
  const response = await fake.fetch(`${fake.url}/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': fake.keys.api,
      'vendor-version': '2023-06-01',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      model: 'assistant-sonnet-4-6',
      max_tokens: 64,
      messages: [{ role: 'user', content: text }],
    }),
  });
  const body = (await response.json()) as { content?: { text: string }[]; error?: { message: string } };
  return body.content?.[0]?.text ?? body.error?.message ?? '';
}

async function folderOfOwn(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function scripted(): Fake {
  const fake = createFake({ randomSeed: 4 });
  fake.setScripts([{ steps: [{ reply: 'first' }, { reply: 'second' }] }]);
  return fake;
}

const NO_PROGRESS = { replies: [], faults: [], limits: {}, changes: [], exchanges: [] };

describe('a saved run', () => {
  test('of an earlier release lacks the progress of newer parts of scenarios', () => {
    const run = createFake().saveRun();
    const fake = createFake();
    fake.openRun({ ...run, progress: NO_PROGRESS });
    expect(fake.saveRun().progress).toEqual(run.progress);
  });

  test('restores records, time, randomness, scripts, faults and limits', async () => {
    const fake = scripted();
    fake.setRateLimits({ messages: { requests: 9 } });
    expect(await say(fake, 'hello')).toBe('first');
    const run = JSON.parse(JSON.stringify(fake.saveRun())) as unknown;
    const next = [await say(fake, 'hello'), fake.world().id('vlt_')];

    const other = createFake();
    other.openRun(run);
    expect([await say(other, 'hello'), other.world().id('vlt_')]).toEqual(next);
    expect(other.saveRun().scenario.limits).toEqual({ messages: { requests: 9 } });
    expect(JSON.stringify(run)).not.toContain('api-default');
  });

  test('restores the journal and the progress of faults', async () => {
    const fake = createFake();
    fake.setFaults([
      { match: { operation: 'messages.create' }, after: 2, times: 2, status: 503 },
      { match: { path: '/v1/none' }, status: 500 },
    ]);
    for (const text of ['one', 'two', 'three']) await say(fake, text);
    const run = JSON.parse(JSON.stringify(fake.saveRun())) as unknown;
    const seen: unknown[] = [];
    const other = createFake({ onRequest: (entry) => seen.push(entry) });
    await say(other, 'before');
    other.openRun(run, 'copy');
    other.openRun(run);
    expect(seen).toHaveLength(1);
    const statuses = (world: string) => other.journal(world).map(({ status }) => status);
    expect(statuses('default')).toEqual([200, 200, 503]);
    expect(other.saveRun('copy').journal).toEqual(
      fake.journal().map((entry, index) => ({ ...entry, world: 'copy', number: index + 2 })),
    );
    await say(other, 'four');
    await say(other, 'five');
    expect(statuses('default')).toEqual([200, 200, 503, 503, 200]);
  });

  test('restores the usage of rate limits', async () => {
    const fake = createFake({ rateLimits: { messages: { requests: 2, output_tokens: 1000 } } });
    await say(fake, 'one');
    await say(fake, 'two');
    const run = JSON.parse(JSON.stringify(fake.saveRun())) as unknown;
    for (const [ms, reply] of [
      [0, 'Rate limit exceeded: requests per minute.'],
      [29_999, 'Rate limit exceeded: requests per minute.'],
      [30_000, 'You said: three'],
    ] as const) {
      const other = createFake();
      other.openRun(run);
      expect(other.saveRun()).toEqual(run);
      other.world().clock.advance(ms);
      expect(await say(other, 'three')).toBe(reply);
    }
  });

  test('restores the usage of faults and limits into a data file', async () => {
    const fake = createFake();
    fake.setFaults([{ match: { operation: 'messages.create' }, times: 2, status: 503 }]);
    fake.setRateLimits({ messages: { requests: 9 } });
    await say(fake, 'one');
    const run: unknown = JSON.parse(JSON.stringify(fake.saveRun()));
    const store = await openWorldFile(join(await folderOfOwn(), 'worlds.db'));
    await using other = createFake({ store });
    other.openRun(run);
    const usage = ({ progress }: SavedRun) => progress;
    expect(usage(other.saveRun())).toEqual(usage(fake.saveRun()));
    expect(usage(other.saveRun()).faults).toEqual([{ passed: 0, injected: 1 }]);
    await say(other, 'two');
    await say(other, 'three');
    expect(other.journal().map(({ status }) => status)).toEqual([503, 503, 200]);
  });

  test('restores the mode and factor of the clock', () => {
    const fake = createFake({ clock: { mode: 'running', factor: 60 } });
    const other = createFake({ clock: { mode: 'manual' } });
    other.openRun(JSON.parse(JSON.stringify(fake.saveRun())));
    expect([other.world().clock.mode, other.world().clock.factor]).toEqual(['running', 60]);
    expect(createFake().snapshot()).not.toHaveProperty('factor');
  });

  test('contains the journal', async () => {
    const fake = scripted();
    await say(fake, 'hello');
    expect(fake.saveRun().journal).toMatchObject([{ operation: 'messages.create', status: 200, rule: null }]);
  });

  test.each([
    [{}, 'run.format: is required and must be parlance-run'],
    [{ format: 'parlance-run', version: 1 }, 'run.version: must be 2; another release wrote this file'],
    [{ ...createFake().saveRun(), journal: 7 }, 'run.journal: must be an array'],
    [{ ...createFake().saveRun(), journal: [{ path: 7 }] }, 'run.journal.0.path: must be a string'],
    [
      { ...createFake().saveRun(), scenario: { faults: [{}] } },
      'run.progress.faults: must have one entry for each entry of scenario.faults',
    ],
    [
      {
        ...createFake().saveRun(),
        scenario: { replies: [{ steps: [{ reply: 'a' }] }] },
        progress: { ...NO_PROGRESS, replies: [{ step: -1, used: 0 }] },
      },
      'run.progress.replies.0.step: must be at least 0',
    ],
    [
      { ...createFake().saveRun(), progress: { ...NO_PROGRESS, replies: [{ step: 0, used: 0 }] } },
      'run.progress.replies: must have one entry for each entry of scenario.replies',
    ],
    [
      { ...createFake().saveRun(), progress: { ...NO_PROGRESS, replies: [1] } },
      'run.progress.replies.0: must be an object with step, used',
    ],
    [
      { ...createFake().saveRun(), scenario: { faults: [{ stats: 1 }] } },
      'run.scenario.faults.0: unknown key "stats" (did you mean "status"?); allowed: match',
    ],
    [
      { ...createFake().saveRun(), progress: { ...NO_PROGRESS, limits: { messages: { requests: -1 } } } },
      'run.progress.limits.messages.requests: must be at least 0',
    ],
    [{ ...createFake().saveRun(), snapshot: { format: 'x' } }, 'snapshot.format: must be parlance-world'],
  ])('is rejected when it is invalid: %#', (run, message) => {
    expect(() => createFake().openRun(run)).toThrow(message);
  });
});

test('a failed test saves its run, a passed one saves nothing', async () => {
  const folder = await folderOfOwn();
  const hooks: { before?: () => void; after?: (finished: FinishedTest) => Promise<void> } = {};
  const own = fakePerTest(
    {
      beforeEach: (run) => {
        hooks.before = run;
      },
      afterEach: (run) => {
        hooks.after = run;
      },
    },
    { saveFailuresTo: join(folder, 'failures') },
  );
  hooks.before?.();
  await hooks.after?.({ name: 'passes', hasFailed: false });
  hooks.before?.();
  await say(own.fake, 'hello');
  await hooks.after?.({ name: 'says ../hello', hasFailed: true });
  expect(await readdir(folder)).toEqual(['failures']);
  expect(await readdir(join(folder, 'failures'))).toEqual(['says-hello.json']);
  const saved: unknown = JSON.parse(await readFile(join(folder, 'failures', 'says-hello.json'), 'utf8'));
  expect(saved).toMatchObject({ format: 'parlance-run', journal: [{ operation: 'messages.create' }] });
});

describe('the command', () => {
  async function run(argv: readonly string[], visit?: (url: string) => Promise<void>) {
    let out = '';
    let err = '';
    const code = await main(argv, {
      version: '',
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      onSignal: (stop) => {
        // The line that announces the server is printed next.
        queueMicrotask(() => {
          const { url } = JSON.parse(out) as { url: string };
          void Promise.resolve(visit?.(url)).finally(stop);
        });
      },
    });
    return { code, out, err };
  }

  test('open serves a saved run', async () => {
    const path = join(await folderOfOwn(), 'run.json');
    const fake = scripted();
    await say(fake, 'hello');
    await writeFile(path, JSON.stringify(fake.saveRun()));
    const answers: string[] = [];
    const { code } = await run(['open', path], async (url) => {
      answers.push(await say({ fetch, url, keys: fake.keys } as unknown as Fake, 'hello'));
    });
    expect([code, answers]).toEqual([0, ['second']]);
  });

  test('rules --run prints which rules a run violated', async () => {
    const path = join(await folderOfOwn(), 'journal.json');
    const fake = createFake();
    await fake.fetch(`${fake.url}/v1/models/none`, {
      headers: { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' },
    });
    await writeFile(path, JSON.stringify(fake.journal()));
    const { code, out } = await run(['rules', '--run', path]);
    expect(code).toBe(0);
    expect(out).toMatch(/^1\tGEN-007\t/m);
    expect(out).toMatch(/^0\tGEN-006\t/m);
    expect(out).toMatch(/^1 of \d+ rules were violated in this run$/m);
  });

  test.each([
    [['open'], 'open: requires a file'],
    [['open', '/no/such/file'], 'open "/no/such/file": file not found'],
    [['rules', '--run'], '--run: needs a value'],
    [['rules', '--run', '/no/such/file'], 'file not found'],
  ])('%j is rejected', async (argv, message) => {
    const { code, err } = await run(argv);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
