/** Imports and requires every entry of the installed packages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
// Registers hooks with a test runner, so it cannot be loaded without one.
const NEEDS_A_RUNNER = new Set(['@parlance/testing-fakes/vitest']);

for (const name of Object.keys(dependencies).filter((name) => name.startsWith('@parlance/'))) {
  const { exports } = require(`${name}/package.json`);
  for (const entry of Object.keys(exports)) {
    const specifier = name + entry.slice(1);
    if (entry === './package.json' || NEEDS_A_RUNNER.has(specifier)) continue;
    if (entry.endsWith('.json')) {
      const { default: document } = await import(specifier, { with: { type: 'json' } });
      assert.deepEqual(document, require(specifier));
      continue;
    }
    const imported = Object.keys(await import(specifier)).filter((key) => key !== 'module.exports');
    const required = Object.keys(require(specifier));
    if (imported.length === 0) throw new Error(`${specifier} exports nothing`);
    if (imported.sort().join() !== required.sort().join()) {
      throw new Error(`${specifier} exports something else when it is required`);
    }
  }
}
console.log('works');
