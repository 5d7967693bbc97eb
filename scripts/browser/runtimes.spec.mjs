/** The client in Bun and Deno, over a loopback socket. */
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXPECTATIONS } from './expectations.mjs';
import { bringRuntimes } from './runtimes.mjs';

const runtimes = await bringRuntimes();
const fake = createFake();
let service;

beforeAll(async () => {
  service = JSON.stringify({ url: (await fake.listen({ port: 0 })).url, key: fake.keys.api });
});

afterAll(() => fake.close());

beforeEach(() => fake.reset());

describe.each(runtimes)('InferenceClient in $name', ({ unusable, run }) => {
  test.for(EXPECTATIONS)('$title', async ({ name, faults, gives }, { skip }) => {
    if (unusable) skip(unusable);
    fake.setFaults(faults);
    const { output } = await run(['scripts/browser/run-program.mjs', name, service]);
    expect(JSON.parse(output)).toEqual(gives);
  });
});
