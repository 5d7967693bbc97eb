/** Measures the emulator without a socket. */
import { InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { summarize } from '../measure/statistics.ts';
import type { Row } from '../report/row.ts';

const CALLS = 2000;
const MAX_MICROS = 60;
const WORLDS = 500;
const MAX_WORLD_MILLIS = 1;
const RECORDS = 20_000;
const MAX_FORK_MILLIS = 5;

/** Measures the rows that need no server. */
export async function inProcess(rounds: number): Promise<Row[]> {
  return [await callRow(rounds), await worldsRow(), ...(await violationRows())];
}

async function callRow(rounds: number): Promise<Row> {
  const fake = createFake();
  const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  const call = () =>
    client.messages.create({
      model: 'assistant-opus-4-7',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'Hello' }],
    });
  const micros: number[] = [];
  // Negative rounds are the warm-up.
  for (let round = -5; round < rounds; round += 1) {
    const cpu = process.cpuUsage();
    for (let count = 0; count < CALLS; count += 1) await call();
    const { user, system } = process.cpuUsage(cpu);
    if (round >= 0) micros.push((user + system) / CALLS);
  }
  const { median, quartiles } = summarize(micros);
  return {
    id: 'emulator-in-process',
    title: 'request in process, through the client and its adapter',
    budget: `<= ${MAX_MICROS} us`,
    figure: `${median.toFixed(0)} us`,
    passed: median <= MAX_MICROS,
    note: quartiles.map((value) => value.toFixed(0)).join(' - '),
  };
}

async function worldsRow(): Promise<Row> {
  const fake = createFake();
  const created = Array.from({ length: WORLDS }, (_, index) => millisOf(() => fake.world(`empty-${index}`)));
  await fill(fake, RECORDS);
  const forked = Array.from({ length: 20 }, (_, index) =>
    millisOf(() => fake.fork('default', `copy-${index}`)),
  );
  const [world, fork] = [summarize(created).median, summarize(forked).median];
  return {
    id: 'emulator-worlds',
    title: 'new empty world / fork of 20,000 records',
    budget: `<= ${MAX_WORLD_MILLIS} ms / <= ${MAX_FORK_MILLIS} ms`,
    figure: `${world.toFixed(3)} ms / ${fork.toFixed(3)} ms`,
    passed: world <= MAX_WORLD_MILLIS && fork <= MAX_FORK_MILLIS,
  };
}

/** Creates records through the API. */
async function fill(fake: ReturnType<typeof createFake>, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await post(fake, '/v1/vaults', { display_name: `Vault ${index}` });
  }
}

/** Requests that each violate a documented rule. */
const VIOLATIONS: readonly (readonly [path: string, body: object])[] = [
  ['/v1/messages', { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }],
  ['/v1/messages', { model: 'm', max_tokens: 1, messages: [{ role: 'robot', content: 'Hi' }] }],
  [
    '/v1/messages',
    { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }], temperature: 2 },
  ],
  ['/v1/messages', { model: 'm', max_tokens: -1, messages: [{ role: 'user', content: 'Hi' }] }],
  ['/v1/messages', { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: [{ type: 'video' }] }] }],
  ['/v1/messages', { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }], color: 'red' }],
  ['/v1/vaults', { display_name: '' }],
];

async function violationRows(): Promise<Row[]> {
  const fake = createFake();
  let accepted = 0;
  for (const [path, body] of VIOLATIONS) if ((await post(fake, path, body)) < 400) accepted += 1;
  return [
    {
      id: 'emulator-violations',
      title: 'violations of documented rules accepted',
      budget: '0',
      figure: `${accepted} of ${VIOLATIONS.length}`,
      passed: accepted === 0,
    },
  ];
}

async function post(fake: ReturnType<typeof createFake>, path: string, body: object): Promise<number> {
  const response = await fake.fetch(fake.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': fake.keys.api,
      'vendor-version': '2023-06-01',
      'vendor-beta': 'managed-agents-2026-04-01',
    },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

function millisOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
