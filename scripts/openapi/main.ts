/**
 * Keeps `packages/schemas/openapi.json`, the contract as an OpenAPI document: fails when the file is out of date or not
 * valid. `--write` writes it. It reads the built schemas and the types of the sources.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openapiDocument } from './document.ts';

const FILE = path.resolve(import.meta.dirname, '../../packages/schemas/openapi.json');

const text = `${JSON.stringify(openapiDocument(), null, 2)}\n`;
if (process.argv.includes('--write')) writeFileSync(FILE, text);

const problems = await lint(text);
if (readFileSync(FILE, 'utf8') !== text)
  problems.push('out of date: run "pnpm openapi:write" and review the difference');
for (const problem of problems) console.error(`packages/schemas/openapi.json: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['spec'],
    rules: { 'security-defined': 'error' },
  });
  const found = await lintFromString({ source, absoluteRef: FILE, config });
  return found.map(({ ruleId, message, location }) => `${location[0]?.pointer ?? ''} ${message} (${ruleId})`);
}
