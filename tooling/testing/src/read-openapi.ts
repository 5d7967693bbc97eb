import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inRoot = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** Returns the OpenAPI document of the contract. Writes it first if it is older than the sources. */
export function readOpenapi(): unknown {
  execFileSync(process.execPath, [inRoot('packages/schemas/openapi/main.ts')], { stdio: 'inherit' });
  return JSON.parse(readFileSync(inRoot('packages/schemas/openapi.json'), 'utf8'));
}
