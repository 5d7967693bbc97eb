/** Runs the client in Bun and Deno, over a loopback socket. */
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXPECTATIONS } from '../testing/portable-expectations.js';
import { downloadRuntimes } from '../testing/runtimes.js';

const PROGRAM = 'packages/core-transport/src/testing/run-portable-program.ts';

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
    expect(JSON.parse(await run([PROGRAM, name, service]))).toEqual(returns);
  });
});
