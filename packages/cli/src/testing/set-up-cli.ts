import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFake, type Fake, type FakeOptions } from '@parlance/testing-fakes';
import { afterAll } from 'vitest';
import { runHere } from './run-here.js';
import { buildCli, type BuiltCli, type Cli } from './start-cli.js';

/** A command, and an emulator that it can reach. */
export interface CliSetUp<Command extends Cli> {
  readonly cli: Command;
  readonly fake: Fake;
  /** Address of the emulator. */
  readonly url: string;
}

const DEMO: FakeOptions = { seed: 'demo', clock: { mode: 'running' } };

/** Starts an emulator, and runs the command in this process; both end with the tests of the file. */
export async function setUpCli(options: FakeOptions = DEMO): Promise<CliSetUp<Cli>> {
  return { cli: await setUpCliAlone(), ...(await startFake(options)) };
}

/** Runs the command in this process. Its folders are removed after the tests of the file. */
export async function setUpCliAlone(): Promise<Cli> {
  const root = await mkdtemp(path.join(tmpdir(), 'parlance-cli-'));
  afterAll(() => rm(root, { recursive: true, force: true }));
  const folder = (): Promise<string> => mkdtemp(path.join(root, 'a folder-'));
  const run: Cli['run'] = async (argv, { cwd, env = {} } = {}) =>
    runHere(argv, { cwd: cwd ?? (await folder()), env });
  return { folder, run };
}

/** Builds the command, which runs in processes of its own, and starts an emulator; both end with the tests of the file. */
export async function setUpBuiltCli(options: FakeOptions = DEMO): Promise<CliSetUp<BuiltCli>> {
  const cli = await buildCli();
  afterAll(() => cli[Symbol.asyncDispose]());
  return { cli, ...(await startFake(options)) };
}

async function startFake(options: FakeOptions): Promise<{ readonly fake: Fake; readonly url: string }> {
  const fake = createFake(options);
  afterAll(() => fake.close());
  const { url } = await fake.listen({ port: 0 });
  return { fake, url };
}
