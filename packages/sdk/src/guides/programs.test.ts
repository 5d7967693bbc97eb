/**
 * Runs the programs of the guides against other emulators: one that omits nulls from its responses, and one with the
 * words of a deployment.
 */
import type * as fakes from '@parlance/testing-fakes';
import { afterEach, expect, test, vi } from 'vitest';

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

let service: fakes.Fake | undefined;

afterEach(async () => {
  vi.doUnmock('@parlance/testing-fakes');
  vi.unstubAllEnvs();
  vi.resetModules();
  await service?.close();
});

const cases = PROGRAMS.flatMap((program) =>
  Object.keys(EMULATORS).map((name) => [program, name as keyof typeof EMULATORS] as const),
);

test.each(cases)('the program %s runs %s', async (program, name) => {
  const options = EMULATORS[name];
  if ('naming' in options) {
    const words = Object.entries(NAMING).map(([word, own]) => `${word}=${own}`);
    vi.stubEnv('PARLANCE_NAMING', words.join(','));
  }
  vi.resetModules();
  const actual = await vi.importActual<typeof fakes>('@parlance/testing-fakes');
  const createFake = (own: fakes.FakeOptions = {}) => actual.createFake({ ...own, ...options });
  vi.doMock('@parlance/testing-fakes', () => ({ ...actual, createFake }));
  service = createFake({ seed: 'demo' });
  vi.stubEnv('PARLANCE_BASE_URL', (await service.listen()).url);
  vi.stubEnv('PARLANCE_API_KEY', service.keys.api);
  const checks = (await import(`./${program}.examples.ts`)) as Record<string, () => unknown>;
  for (const check of Object.values(checks)) await expect((async () => check())()).resolves.toBeUndefined();
});
