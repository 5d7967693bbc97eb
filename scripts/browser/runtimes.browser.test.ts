/** Runs the client in Bun and Deno, over a loopback socket. */
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXPECTATIONS } from './expectations.ts';
import { downloadRuntimes } from './runtimes.ts';

const runtimes = await downloadRuntimes();
const fake = createFake();
let service: string;

beforeAll(async () => {
  service = JSON.stringify({ url: (await fake.listen({ port: 0 })).url, key: fake.keys.api });
});

afterAll(() => fake.close());

beforeEach(() => fake.reset());

describe.each(runtimes)('InferenceClient in $name', ({ run }) => {
  test.for(EXPECTATIONS)('$title', async ({ name, faults, returns }, { skip }) => {
    if (typeof run !== 'function') return skip(run.unusable);
    fake.setFaults(faults);
    const { output } = await run(['scripts/browser/run-program.ts', name, service]);
    expect(JSON.parse(output)).toEqual(returns);
  });
});
