import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

async function importsOf(entry: string): Promise<string[]> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    packages: 'external',
  });
  return Object.values(result.metafile.outputs).flatMap((output) =>
    output.imports.map((found) => found.path),
  );
}

test.each(['.', './kit', './inference', './managed-agents', './compliance', './admin'])(
  'the entry %s loads no other package, zod least of all',
  async (entry) => {
    expect(await importsOf(`${entry}/index.ts`)).toEqual([]);
  },
);

test.each(['./validation.ts', './validation/kit.ts'])(
  'the entry %s needs zod and nothing else',
  async (entry) => {
    const packages = (await importsOf(entry)).map((name) => name.split('/')[0]);
    expect([...new Set(packages)]).toEqual(['zod']);
  },
);
