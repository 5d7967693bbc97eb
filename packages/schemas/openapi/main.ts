/**
 * Writes `packages/schemas/openapi.json`, the contract as an OpenAPI document, unless it is newer than the sources. The
 * build publishes the file; it is not committed. `--check` also validates it.
 */
import { globSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadSources } from '../../../scripts/load-sources.ts';

process.chdir(path.resolve(import.meta.dirname, '../../..'));

const FILE = 'packages/schemas/openapi.json';
const SOURCES = ['packages/schemas/{package.json,{src,openapi}/**/*.ts}', 'scripts/load-sources.ts'];

if (!isCurrent()) {
  const { openapiDocument } = (await loadSources(
    `export * from './document.ts'`,
    'packages/schemas/openapi',
  )) as {
    readonly openapiDocument: () => unknown;
  };
  // Replaces the file as a whole: tests and builds may read it at the same time.
  const draft = `${FILE}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(openapiDocument(), null, 1)}\n`);
  renameSync(draft, FILE);
}
if (process.argv.includes('--check')) await check();

function isCurrent(): boolean {
  const written = statSync(FILE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return globSync(SOURCES).every((file) => statSync(file).mtimeMs < written);
}

async function check(): Promise<void> {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const config = await createConfig({ extends: ['spec'], rules: { 'security-defined': 'error' } });
  const source = readFileSync(FILE, 'utf8');
  const problems = await lintFromString({ source, absoluteRef: path.resolve(FILE), config });
  for (const { ruleId, message, location } of problems)
    console.error(`${FILE}: ${location[0]?.pointer ?? ''} ${message} (${ruleId})`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
