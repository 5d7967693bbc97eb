import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { FakeOptions } from '../fake/fake-options.js';

const NEW_YEAR = Date.UTC(2027, 0, 1);

describe.each(['in process', 'over a socket'])('the header `date`, %s', (way) => {
  /** Sends a request; returns `date`. */
  async function ask(fake: ReturnType<typeof createFake>, path = '/v1/models'): Promise<string | null> {
    const headers = { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' };
    const send = way === 'in process' ? fake.fetch : fetch;
    const response = await send(`${fake.url}${path}`, { headers });
    await response.text();
    return response.headers.get('date');
  }

  async function open(options: FakeOptions): Promise<ReturnType<typeof createFake>> {
    const fake = createFake(options);
    if (way === 'over a socket') await fake.listen({ port: 0 });
    return fake;
  }

  test('has the time of a manual clock, also for errors and faults', async () => {
    await using fake = await open({ clock: { mode: 'manual', start: NEW_YEAR } });
    expect(await ask(fake)).toBe('Fri, 01 Jan 2027 00:00:00 GMT');
    fake.world().clock.advance(90_000);
    expect(await ask(fake, '/v1/models/unknown-model')).toBe('Fri, 01 Jan 2027 00:01:30 GMT');
    fake.setFaults([{ status: 503 }]);
    expect(await ask(fake)).toBe('Fri, 01 Jan 2027 00:01:30 GMT');
    fake.setFaults([{ headers: { date: 'Sat, 02 Jan 2027 00:00:00 GMT' } }]);
    expect(await ask(fake)).toBe('Sat, 02 Jan 2027 00:00:00 GMT');
  });

  test('has the time of a running clock', async () => {
    await using fake = await open({ clock: { mode: 'running', start: NEW_YEAR } });
    expect(await ask(fake)).toMatch(/^Fri, 01 Jan 2027 /);
  });

  test('does not have the time of a frozen `skip` clock', async () => {
    await using fake = await open({ clock: { start: NEW_YEAR } });
    expect((await ask(fake)) ?? '').not.toContain('2027');
  });
});
