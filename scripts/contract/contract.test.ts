import { existsSync, globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { generate } from './generate.ts';
import { MARK } from './lists.ts';
import { missingParts } from './missing-parts.ts';

test('every file that `pnpm contract` writes is up to date', { timeout: 120_000 }, async () => {
  const generated = await generate();
  const outdated = [...generated].filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
  );
  expect(
    outdated.map(([file]) => `${file} is out of date: run "pnpm contract" and commit the result.`),
  ).toEqual([]);
  const left = globSync('packages/*/src/**/*.ts').filter(
    (file) => !generated.has(file) && readFileSync(file, 'utf8').startsWith(MARK),
  );
  expect(left.map((file) => `${file} is not written anymore: delete it.`)).toEqual([]);
});

test('every operation has a client method, a handler and a scenario, every rule a row', () => {
  expect(missingParts()).toEqual([]);
});

test.each(globSync('packages/schemas/src/*/*.contract.ts'))(
  'the interfaces carry the prose of %s',
  (file) => {
    const plain = declarationsOf(file.replace('.contract.ts', '.ts'));
    const written = [...plain.values()].flat();
    const lost = [...declarationsOf(file)]
      .filter(([name]) => plain.has(name))
      .flatMap(([, comments]) => comments)
      .filter((comment) => !written.some((one) => matches(one, comment)));
    expect(plain.size).toBeGreaterThan(0);
    expect(lost).toEqual([]);
  },
);

/** Returns the comments in each exported declaration of a file, by its name. */
function declarationsOf(file: string): ReadonlyMap<string, readonly string[]> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return new Map(
    source.statements.flatMap((statement) => {
      const text = statement.getFullText(source);
      const name = /^export (?:const|interface|type) (\w+)/m.exec(text)?.[1];
      const comments = Array.from(text.matchAll(/\/\*\*(.*?)\*\//gs), ([, prose = '']) => wordsOf(prose));
      return name === undefined ? [] : [[name, comments] as const];
    }),
  );
}

function wordsOf(prose: string): string {
  return prose
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Whether a written comment is one of the contract, after `{bounds}` was replaced by the bounds, and the tag that says where
 * something is documented was added.
 */
function matches(written: string, comment: string): boolean {
  const [start = '', end] = comment.split('{bounds}');
  if (end !== undefined) return written.startsWith(start) && written.endsWith(end);
  return (
    written === start ||
    (written.startsWith(`${start} @`) && /^ @(?:source|remarks) [^@]*$/.test(written.slice(start.length)))
  );
}
