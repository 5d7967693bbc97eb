import { InferenceClient } from '@parlance/inference';
import { describe, expect, test } from 'vitest';
import { createFake } from './create-fake.js';
import type { FakeOptions } from './fake-options.js';

describe('createFake', () => {
  test.each([
    [{ sed: 'demo' }, 'options: unknown key "sed" (did you mean "seed"?); allowed: world, seed, demo'],
    [{ seed: 'full' }, 'options.seed: must be empty or demo'],
    [{ world: 'a b' }, 'options.world: must be 1 to 64 letters'],
    [{ clock: { mode: 'fast' } }, 'options.clock.mode: must be skip, manual, or running'],
    [{ clock: { factor: 0 } }, 'options.clock.factor: must be a number above 0, at most 1000000'],
    [{ maxIdleWorlds: 0 }, 'options.maxIdleWorlds: must be a whole number from 1'],
    [{ journalSize: 1.5 }, 'options.journalSize: must be a whole number from 0'],
    [{ betas: true }, 'options.betas: must be strict or lenient'],
    [{ onRequest: 'log' }, 'options.onRequest: must be a function'],
    [{ nulls: 'kept' }, 'options.nulls: must be sent or omitted'],
    [{ paceMs: -1 }, 'options.paceMs: must be a whole number from 0'],
    [{ store: {} }, 'options.store: must be a world store, for example the result of openWorldFile()'],
    [
      { store: 'worlds.db' },
      'options.store: must be a world store, for example the result of openWorldFile()',
    ],
    [[], 'options: must be an object with world'],
    [
      { paceMs: '1', faults: [{ status: 1 }], rateLimits: { file: {} } },
      [
        'options.faults.0.status: must be a whole number from 200 to 599',
        'options.rateLimits: unknown key "file" (did you mean "files"?); allowed: messages, count_tokens, models, completions, managed_agents_create, managed_agents, environments, batches, files, skills, web_search, compliance, admin',
        'options.paceMs: must be a whole number from 0 to 86400000',
      ].join('\n'),
    ],
  ])('rejects the options %j', (options, message) => {
    expect(() => createFake(options as FakeOptions)).toThrow(message);
  });

  test('treats undefined options as omitted', () => {
    expect(createFake({ seed: undefined, world: undefined }).keys.api).toBe('api-default');
    expect(() => createFake().world('no such name')).toThrow('world: must be 1 to 64 letters');
    expect(() => createFake().fork('default', '')).toThrow('world: must be');
  });

  test.each([
    [{ port: '8080' }, 'listen.port: must be a whole number from 0 to 65535'],
    [{ port: -1 }, 'listen.port: must be a whole number from 0 to 65535'],
    [{ host: '' }, 'listen.host: must not be empty'],
    [{ hostname: 'localhost' }, 'listen: unknown key "hostname"; allowed: port, host'],
  ])('rejects the listen options %j', async (options, message) => {
    await expect(createFake().listen(options as object)).rejects.toThrow(message);
  });

  test('requires beta headers unless betas is lenient', async () => {
    const headers = { 'x-api-key': 'api-default', 'vendor-version': '2023-06-01' };
    const strict = createFake();
    expect((await strict.fetch(`${strict.url}/v1/vaults`, { headers })).status).toBe(400);
    const lenient = createFake({ betas: 'lenient' });
    expect((await lenient.fetch(`${lenient.url}/v1/vaults`, { headers })).status).toBe(200);
  });
});

test('a client without the adapter of the emulator says what to pass', async () => {
  const fake = createFake();
  const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, retry: { maxRetries: 0 } });
  await expect(client.models.list()).rejects.toThrow('no connection to pass-fake-http-to-the-client.invalid');
});

test('a runtime that is too old is named', () => {
  const { withResolvers } = Promise;
  Reflect.deleteProperty(Promise, 'withResolvers');
  try {
    expect(() => createFake()).toThrow('needs Node.js 22.19 or later');
  } finally {
    Promise.withResolvers = withResolvers;
  }
});
