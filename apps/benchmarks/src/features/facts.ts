/** Facts about libraries that need no probe: supported Node.js versions, sizes and proxies. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FaultServer } from '@parlance/testing/fault-server';
import { respond } from '@parlance/testing/responders';
import { chatCompletions, messages } from '@parlance/testing/dialects';
import type { Row } from './report.ts';

const exec = promisify(execFile);
const root = new URL('../../../../', import.meta.url);
const peersFolder = new URL('../../peers/', import.meta.url);
const program = fileURLToPath(new URL('../startup/process.mjs', import.meta.url));

/** The libraries, with the module that loads them in a fresh process. */
const LIBRARIES = [
  { name: 'parlance', startup: new URL('../startup/parlance.mjs', import.meta.url) },
  { name: 'anthropic-sdk', startup: new URL('startup/anthropic-sdk.mjs', peersFolder) },
  { name: 'openai', startup: new URL('startup/openai.mjs', peersFolder) },
  { name: 'ai-sdk', startup: new URL('startup/ai-sdk.mjs', peersFolder) },
] as const;

const NODE_VERSIONS = ['18', '20', '22.19.0', '24', '26'];
/** Timeout of a first call. Generous, because the machine may be busy. */
const PATIENCE_MS = 60_000;

/** Returns the rows in table order. */
export async function factRows(): Promise<Row[]> {
  return [await nodeRow(), await proxyRow(), await bundleRow()];
}

async function nodeRow(): Promise<Row> {
  const cells: Row['cells'] = {};
  for (const { name, startup } of LIBRARIES) {
    const works: string[] = [];
    for (const version of NODE_VERSIONS) if (await worksUnder(version, startup)) works.push(version);
    cells[name] = { good: works.length === NODE_VERSIONS.length, says: works.join(', ') };
  }
  return {
    id: 'runs-on',
    title: 'Supported Node.js versions',
    method: `A first call in a fresh process under Node ${NODE_VERSIONS.join(', ')}, from npm.`,
    cells,
  };
}

async function worksUnder(version: string, startup: URL): Promise<boolean> {
  const node = `--package=node-${process.platform}-${process.arch}@${version}`;
  return callIn('npx', ['--yes', '--prefer-offline', node, '--', 'node', program], startup);
}

async function proxyRow(): Promise<Row> {
  const cells: Row['cells'] = {};
  for (const { name, startup } of LIBRARIES) {
    const plain = await goesThroughProxy(startup, {});
    const enabled = plain || (await goesThroughProxy(startup, { NODE_USE_ENV_PROXY: '1' }));
    const says = plain ? 'yes' : enabled ? 'with `NODE_USE_ENV_PROXY=1`' : 'no';
    cells[name] = { good: plain, says };
  }
  return {
    id: 'proxy',
    title: 'Honors `HTTP_PROXY`',
    method: 'A call in a fresh process with the variable set. Expected: the proxy receives it.',
    cells,
  };
}

async function goesThroughProxy(startup: URL, env: Readonly<Record<string, string>>): Promise<boolean> {
  await using proxy = await FaultServer.start((connection) => connection.fin());
  const variables = { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: '', no_proxy: '', ...env };
  await callIn(process.execPath, [program], startup, variables);
  return proxy.requests.length > 0;
}

/** Whether a first call in a fresh process succeeds. */
async function callIn(
  command: string,
  args: readonly string[],
  startup: URL,
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  await using server = await FaultServer.start((connection) => {
    const dialect = connection.request.path.endsWith('/chat/completions') ? chatCompletions : messages;
    return respond(200, dialect.document('Hello'))(connection);
  });
  try {
    await exec(command, [...args, startup.href, 'first-response', server.url], {
      env: { ...process.env, ...env },
      timeout: PATIENCE_MS,
    });
    return server.requests.length === 1;
  } catch {
    return false;
  }
}

/** Runs a check of the repository for its figures. Ignores its exit code, because the figures are only compared. */
async function check<T>(name: string, cwd: URL): Promise<T> {
  const file = fileURLToPath(new URL(`scripts/check/${name}`, root));
  const run = exec(process.execPath, [file, '--json'], { cwd });
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
  return JSON.parse(stdout) as T;
}

async function bundleRow(): Promise<Row> {
  const sizes = [
    ...(await check<Size[]>('size-budgets.ts', root)),
    ...(await check<Size[]>('size-budgets.ts', peersFolder)),
  ];
  const kilobytes = (name: string) => {
    const size = sizes.find((candidate) => candidate.name === name);
    return size === undefined ? null : { good: false, says: `${(size.bytes / 1000).toFixed(1)} kB` };
  };
  return {
    id: 'bundle',
    title: 'Bundle size',
    method:
      'A program that creates a client, sends a request and streams; esbuild, one file, minified and gzipped. ' +
      'undici is external. Less is better.',
    cells: {
      parlance: kilobytes('InferenceClient, create and stream'),
      'anthropic-sdk': kilobytes('@anthropic-ai/sdk'),
      openai: kilobytes('openai'),
      'ai-sdk': kilobytes('ai'),
    },
  };
}

/** The size of a bundle, minified and gzipped. */
interface Size {
  readonly name: string;
  readonly bytes: number;
}
