import { InferenceClient } from '@parlance/inference';
import { withFake } from '@parlance/testing-fakes/vitest';
import { expect, test } from 'vitest';
import { summarize } from './summarize.ts';

const emulator = withFake({ saveFailuresTo: 'failures' });

test('returns the summary', async () => {
  const { fake } = emulator;
  const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  fake.setScripts([{ steps: [{ reply: 'It rains in Oslo.' }] }]);
  expect(await summarize(client, 'A long report about the weather.')).toBe('It rains in Oslo.');
});

test('rejects a summary that is cut off', async () => {
  const { fake } = emulator;
  const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  fake.setScripts([{ steps: [{ reply: 'It rains', stop_reason: 'max_tokens' }] }]);
  await expect(summarize(client, 'A long report.')).rejects.toThrow('too long');
});

test('survives an overloaded service', async () => {
  const { fake } = emulator;
  const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  fake.setFaults([{ times: 1, status: 529 }]);
  await summarize(client, 'A report.');
  expect(fake.journal().map(({ status }) => status)).toEqual([529, 200]);
});
