/**
 * Runs the scenarios of the contract in the modes that the tests leave out: the other ways to reach an emulator, and a
 * service that is configured by the environment only. That service is the built command, once with the words of the API
 * documents and once with others.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { firstLine } from './first-line.ts';
import { runTool } from './run-tool.ts';

const COMMAND = 'packages/testing-fakes/dist/cli.js';
const OPENAPI = 'packages/schemas/openapi.json';
const NAMINGS = [undefined, 'vendor=acme,assistant=robin,githost=gitbox'];

interface RunningService {
  readonly process: ChildProcess;
  readonly url: string;
  readonly keys: Readonly<Record<'api' | 'admin' | 'compliance', string>>;
}

const failures: string[] = [];
await run({ PARLANCE_SCENARIOS: 'fetch,file' });
for (const naming of NAMINGS) {
  const words = naming === undefined ? [] : ['--naming', naming];
  const service = await serve(['--seed', 'demo', ...words]);
  try {
    await compareDocument(service);
    await run(environmentOf(service, naming));
  } finally {
    service.process.kill();
  }
}
for (const output of failures) console.error(output.trim());
process.exitCode = failures.length > 0 ? 1 : 0;

async function serve(args: readonly string[]): Promise<RunningService> {
  const child = spawn(process.execPath, [COMMAND, 'serve', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await firstLine(child.stdout);
  return { process: child, ...(JSON.parse(line) as Omit<RunningService, 'process'>) };
}

function environmentOf({ url, keys }: RunningService, naming: string | undefined): NodeJS.ProcessEnv {
  return {
    PARLANCE_SCENARIOS: 'live',
    PARLANCE_BASE_URL: url,
    PARLANCE_API_KEY: keys.api,
    PARLANCE_ADMIN_KEY: keys.admin,
    PARLANCE_COMPLIANCE_KEY: keys.compliance,
    PARLANCE_NAMING: naming ?? '',
  };
}

/** The OpenAPI document uses the words of the API documents, regardless of the naming. */
async function compareDocument({ url }: RunningService): Promise<void> {
  const served: unknown = await (await fetch(`${url}/_fake/openapi.json`)).json();
  const expected: unknown = JSON.parse(readFileSync(OPENAPI, 'utf8'));
  if (!isDeepStrictEqual(served, expected)) failures.push(`${COMMAND} does not serve ${OPENAPI}`);
}

async function run(env: NodeJS.ProcessEnv): Promise<void> {
  const file = 'packages/sdk/scenarios/scenarios.test.ts';
  const { code, output } = await runTool('vitest', ['run', file, '--reporter=dot'], { env });
  if (code !== 0) failures.push(output);
}
