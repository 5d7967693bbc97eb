import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('..', import.meta.url);

interface Manifest {
  readonly name: string;
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly publishConfig: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as Manifest;
const packages = readdirSync(new URL('packages/', root)).filter((name) =>
  existsSync(new URL(`packages/${name}/package.json`, root)),
);

describe.each(packages)('the manifest of packages/%s', (name) => {
  const manifest = read(`packages/${name}/package.json`);
  const entries = Object.values(manifest.exports).filter((target) => typeof target === 'object');

  test('lists the source, the declarations and the module of each entry, in this order', () => {
    for (const target of entries) {
      const source = String(target['parlance-source']);
      const built = source.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1');
      expect(Object.entries(target)).toEqual([
        ['parlance-source', source],
        ['types', `${built}.d.ts`],
        ['default', `${built}.js`],
      ]);
      expect(existsSync(new URL(`packages/${name}/${source}`, root))).toBe(true);
    }
  });

  test('publishes the exported files and the sources that source maps refer to', () => {
    const exported = Object.values(manifest.exports).filter((target) => typeof target === 'string');
    expect(manifest.files).toEqual([
      'dist',
      'docs',
      ...exported.filter((file) => file !== './package.json').map((file) => file.slice('./'.length)),
      'src',
      '!src/**/*.test*',
      '!src/**/*.examples.ts',
      '!src/**/testing/**',
    ]);
    expect(manifest.publishConfig).toEqual({ access: 'public' });
  });

  test('is visible to the tests of every other package', () => {
    expect(read('package.json').devDependencies[manifest.name]).toBe('workspace:^');
  });

  test('declares the packages of the workspace that its sources import', () => {
    const imported = sourcesOf(name).flatMap((text) =>
      Array.from(text.matchAll(/(?:from|import\() ?'(@parlance\/[a-z-]+)/g), ([, specifier]) => specifier),
    );
    // Examples in comments import the package itself.
    const others = new Set(imported.filter((specifier) => specifier !== manifest.name));
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
    expect(Object.keys(declared)).toEqual(expect.arrayContaining([...others]));
  });

  test('has the metadata that users need', () => {
    expect(manifest).toMatchObject({
      name: `@parlance/${name}`,
      type: 'module',
      license: 'Apache-2.0',
      sideEffects: false,
      engines: { node: '>=22.19.0' },
      description: expect.stringMatching(/\.$/),
      keywords: expect.arrayContaining(['parlance']),
    });
  });
});

/** Packages that a program installs to call the service. Schemas, the emulator and the console may use zod. */
const slices = ['core-transport', 'inference', 'managed-agents', 'compliance', 'admin', 'sdk'];

test.each(slices)('packages/%s works without zod', (name) => {
  const { dependencies, peerDependencies, optionalDependencies } = read(`packages/${name}/package.json`);
  for (const declared of [dependencies, peerDependencies, optionalDependencies])
    expect(Object.keys(declared ?? {})).not.toContain('zod');
  expect(sourcesOf(name).filter((text) => /(?:from|import\() ?'zod\b/.test(text))).toEqual([]);
});

test('the dependencies of the slices do not require zod', () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = read('packages/schemas/package.json');
  expect(Object.keys(dependencies ?? {})).not.toContain('zod');
  if (peerDependencies?.zod !== undefined) expect(peerDependenciesMeta?.zod).toEqual({ optional: true });
});

/** Reads the published sources of a package. */
function sourcesOf(name: string): readonly string[] {
  const folder = new URL(`packages/${name}/src/`, root);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.(test|test-d|examples))\.ts$/.test(file) && !file.includes('testing/'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
}
