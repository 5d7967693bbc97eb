/**
 * Runs the programs of the guides against other emulators: one that omits nulls from its responses, and one with the
 * words of a deployment.
 */
import { createFake, type Fake, type FakeOptions } from '@parlance/testing-fakes';
import { afterEach, expect, test, vi } from 'vitest';

/** Options of every emulator, also of those that a program creates. */
const everywhere = vi.hoisted(() => ({ options: {} as FakeOptions }));

vi.mock(import('@parlance/testing-fakes'), async (importActual) => {
  const actual = await importActual();
  return { ...actual, createFake: (own = {}) => actual.createFake({ ...own, ...everywhere.options }) };
});

const PROGRAMS = [
  'agent',
  'approvals',
  'batch-run',
  'batches',
  'betas',
  'caching',
  'context',
  'cost',
  'custom-endpoint',
  'extraction',
  'files',
  'list-extraction',
  'middleware',
  'thinking',
];
const NAMING = { vendor: 'acme', assistant: 'robin', githost: 'gitbox' };
const EMULATORS = { 'without nulls': { nulls: 'omitted' }, 'under a naming': { naming: NAMING } } as const;

let service: Fake | undefined;

afterEach(() => service?.close());

const cases = PROGRAMS.flatMap((program) =>
  Object.keys(EMULATORS).map((name) => [program, name as keyof typeof EMULATORS] as const),
);

test.each(cases)('the program %s runs %s', async (program, name) => {
  const options = EMULATORS[name];
  everywhere.options = options;
  if ('naming' in options) {
    const words = Object.entries(NAMING).map(([word, own]) => `${word}=${own}`);
    vi.stubEnv('PARLANCE_NAMING', words.join(','));
  }
  service = createFake({ seed: 'demo' });
  vi.stubEnv('PARLANCE_BASE_URL', (await service.listen()).url);
  vi.stubEnv('PARLANCE_API_KEY', service.keys.api);
  // With the query it is another module each time, so it runs again.
  const path = `./${program}.examples.ts?${Object.keys(options).join()}`;
  const checks = (await import(path)) as Record<string, () => unknown>;
  for (const check of Object.values(checks)) await expect((async () => check())()).resolves.toBeUndefined();
});
