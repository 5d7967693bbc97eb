/** Measures the emulator without a socket. */
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
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
  return [await callRow(rounds), await worldsRow()];
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
  const client = new ManagedAgentsClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  for (let index = 0; index < RECORDS; index += 1)
    await client.vaults.create({ display_name: `Vault ${index}` });
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

function millisOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
