import { createFake, type Fake, type FakeOptions } from '@parlance/testing-fakes';
import { afterAll } from 'vitest';
import { buildCli, type BuiltCli } from './start-cli.js';

/** The built command, and an emulator that it can reach. */
export interface CliSetUp {
  readonly cli: BuiltCli;
  readonly fake: Fake;
  /** Address of the emulator. */
  readonly url: string;
}

/** Builds the command and starts an emulator; both end with the tests of the file. */
export async function setUpCli(
  options: FakeOptions = { seed: 'demo', clock: { mode: 'running' } },
): Promise<CliSetUp> {
  const cli = await buildCli();
  const fake = createFake(options);
  afterAll(async () => {
    await cli[Symbol.asyncDispose]();
    await fake.close();
  });
  const { url } = await fake.listen({ port: 0 });
  return { cli, fake, url };
}
