/**
 * Uses the packages like their users do. Installs them by name from a local registry into an empty project, compiles against them with the oldest,
 * the current and the newest supported TypeScript, imports and requires each entry with every supported Node, checks that stack
 * traces and declarations lead to the published sources, and weighs what one slice installs. Runs the programs of the READMEs and
 * guides there unchanged, and the command with `npx`.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { runCaptured } from '../../../../scripts/bootstrap/child.mjs';
import { fetchPackage, runNpm } from '../../../../scripts/bootstrap/fetch-package.mjs';
import { nodePackageFor, thisMachine } from '../../../../scripts/bootstrap/platform.mjs';
import { publishTarballs, startRegistry } from '../../../../scripts/release/local-registry.ts';
import { installedWeight, makeConsumer } from './consumer-project.ts';
import { readExamples, readOutputs, readPrograms } from './readme-programs.ts';
import { runNpx } from './run-npx.ts';
import type { ToolResult } from '../../../../scripts/check/run-tool.ts';
import { packageNames } from '../../../../scripts/check/tarball-paths.ts';

/** The options that readers compile their programs with. */
const TSCONFIG = /^<!-- file: tsconfig\.json -->\n\n```json\n([\s\S]*?)^```$/m;
const TYPESCRIPT = ['5.6.3', '6.0.3', '7.0.2'];
const NODE = ['22.19.0', '24', '26'];
const PAGES = globSync(['README.md', 'packages/*/README.md', 'docs/guides/*.md']).map((file) => ({
  text: readFileSync(file, 'utf8'),
  packageName: file.startsWith('packages/') ? file.split('/')[1] : undefined,
}));
const PROGRAMS = new Map(
  PAGES.flatMap(({ text, packageName }) => [...readPrograms(text), ...readExamples(text, packageName)]),
);
const OUTPUTS = new Map(PAGES.flatMap(({ text, packageName }) => [...readOutputs(text, packageName)]));
const failures: string[] = [];
const downloads = new Map<string, Promise<string>>();
const registry = await startRegistry();
await publishTarballs(registry);
const consumer = await makeConsumer({
  registry,
  packages: packageNames(),
  others: {
    '@opentelemetry/api': '^1.9.0',
    '@modelcontextprotocol/client': '^2.4.0',
    '@modelcontextprotocol/node': '^2.1.2',
    '@modelcontextprotocol/server': '^2.4.0',
    // The types of the AI SDK import it without depending on it.
    '@types/json-schema': '^7.0.15',
    '@types/node': '22.19.0',
    ai: '^7.0.0',
    'eventsource-parser': '^4.1.3',
    zod: '^4.6.0',
  },
});
try {
  const { folder } = consumer;
  writePrograms(folder);
  await pMap(
    [
      ...TYPESCRIPT.map((version) => () => compile(folder, version)),
      ...NODE.map((version) => () => run(folder, version)),
      () => weighSlice(folder),
      () => findSources(folder),
      () => findGuides(folder),
      () => runNpx({ registry, report }),
    ],
    (work) => work(),
    { concurrency: 2 },
  );
} finally {
  consumer.remove();
  await registry.stop();
  for (const text of failures) console.error(text);
}
process.exitCode = failures.length > 0 ? 1 : 0;

/** Writes each program as saved by a reader, and those in JavaScript also as `.mts`, because the compiler is strict only about TypeScript. */
function writePrograms(folder: string): void {
  mkdirSync(path.join(folder, 'readme'));
  const [, options = ''] = TSCONFIG.exec(readFileSync('docs/guides/getting-started.md', 'utf8')) ?? [];
  writeFileSync(path.join(folder, 'readme/tsconfig.json'), options);
  writeFileSync(path.join(folder, 'readme/outputs.json'), JSON.stringify(Object.fromEntries(OUTPUTS)));
  for (const [name, code] of PROGRAMS) {
    writeFileSync(path.join(folder, 'readme', name), code);
    if (name.endsWith('.mjs')) writeFileSync(path.join(folder, 'readme', name.replace('.mjs', '.mts')), code);
  }
}

async function compile(folder: string, version: string): Promise<void> {
  const program = await download('typescript', version, 'bin/tsc');
  for (const project of ['tsconfig.json', 'readme/tsconfig.json']) {
    report(
      `TypeScript ${version} with ${project}`,
      await runCaptured(process.execPath, [program, '-p', path.join(folder, project)], inside(folder)),
    );
  }
}

async function run(folder: string, version: string): Promise<void> {
  const node = await downloadNode(version);
  const programs = [...PROGRAMS.keys()].map((file) => `readme/${file}`);
  const runs: readonly [string, ...string[]][] = [
    ['entries.mjs'],
    ['stack.mjs'],
    ['command.mjs'],
    ['programs.mjs', ...programs],
  ];
  for (const [file, ...args] of runs) {
    const result = await runCaptured(node, ['--enable-source-maps', file, ...args], inside(folder));
    const works = result.code === 0 && result.output.trim() === 'works';
    report(`${file} on Node ${version}`, { ...result, code: works ? 0 : 1 });
  }
}

/** Checks what one slice installs. */
function weighSlice(folder: string): Promise<void> {
  const { installed } = JSON.parse(readFileSync('budgets.json', 'utf8'));
  const { packages, bytes } = installedWeight(folder, '@parlance/inference');
  const isOver = packages.length > installed.packages || bytes > installed.megabytes * 1_000_000;
  const output = `installs ${packages.length} packages, ${bytes} bytes: ${packages.join(', ')}`;
  report('weight of @parlance/inference', { code: isOver ? 1 : 0, output });
  return Promise.resolve();
}

/** Checks that "go to definition" finds a source for each declaration. */
function findSources(folder: string): Promise<void> {
  const declarations = globSync(path.join(folder, 'node_modules/@parlance/*/dist/**/*.d.ts'));
  const lost = declarations.filter((file) => {
    if (!existsSync(`${file}.map`)) return true;
    const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as {
      readonly sources: readonly string[];
    };
    return sources.some((source) => !existsSync(path.resolve(path.dirname(file), source)));
  });
  const output = `${declarations.length} declarations, without a source: ${lost.join(', ')}`;
  report('sources of the declarations', {
    code: declarations.length === 0 || lost.length > 0 ? 1 : 0,
    output,
  });
  return Promise.resolve();
}

/** Checks that the guides in the packages link only to files that are installed. */
function findGuides(folder: string): Promise<void> {
  const guides = globSync(path.join(folder, 'node_modules/@parlance/*/docs/*.md'));
  const broken = guides.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/\]\((?<target>[^)#:]+\.\w+)(?:#[^)]*)?\)/g))
      .map(({ groups }) => groups?.['target'] ?? '')
      .filter((target) => !existsSync(path.resolve(path.dirname(file), target)))
      .map((target) => `${file}: ${target}`),
  );
  const output = `${guides.length} guides, links without a file: ${broken.join(', ')}`;
  report('guides in the packages', { code: guides.length === 0 || broken.length > 0 ? 1 : 0, output });
  return Promise.resolve();
}

function report(name: string, { code, output }: ToolResult): void {
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (code !== 0) failures.push(`${name}:\n${output.trim()}\n`);
}

function downloadNode(version: string): Promise<string> {
  const { name, program } = nodePackageFor(thisMachine());
  return download(name, version, program);
}

/** Downloads a program from npm into the project, once per version. */
function download(name: string, version: string, program: string): Promise<string> {
  const key = `${name}@${version}`;
  const file = downloads.get(key) ?? fetched(name, version, program);
  downloads.set(key, file);
  return file;
}

function fetched(name: string, version: string, program: string): Promise<string> {
  return fetchPackage({
    spec: `${name}@${version}`,
    // Some versions here are the latest ones, whose hash is not known in advance.
    integrity: undefined,
    // Not beside the Node of this repository, which developers add to their PATH.
    into: path.resolve('.parlance/consumers', `${name}-${version}`),
    expect: path.join('node_modules', name, program),
    activity: `downloading ${name} ${version}`,
    env: process.env,
    run: runNpm,
  });
}

function inside(folder: string): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  return { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0', NO_COLOR: '1' } };
}
