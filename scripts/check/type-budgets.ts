/**
 * Checks the type-checking costs in `type-budgets.json`: the number of types that tsc creates for a program with the built
 * declarations. Unlike a time, a count is the same on every machine.
 *
 * Fields of an entry: `name`, `file`, `maxTypes`.
 */
import { readFileSync } from 'node:fs';
import pMap from 'p-map';
import { runTool } from './run-tool.ts';

const COMPILE =
  '--ignoreConfig --noEmit --extendedDiagnostics --strict --skipLibCheck --target es2024 --module nodenext'.split(
    ' ',
  );

interface Budget {
  readonly name: string;
  readonly file: string;
  readonly maxTypes: number;
}

const budgets = JSON.parse(readFileSync('type-budgets.json', 'utf8')) as readonly Budget[];
const results = await pMap(
  budgets,
  async ({ name, file, maxTypes }) => {
    const { code, output } = await runTool('tsc', [...COMPILE, file]);
    const types = Number(/^Types: +(\d+)$/m.exec(output)?.[1]);
    return { name, types, maxTypes, errors: code === 0 ? [] : [output] };
  },
  { concurrency: 2 },
);
for (const { name, types, maxTypes, errors } of results)
  console.log(
    `${types > maxTypes ? 'OVER' : 'ok  '} ${types} of ${maxTypes} types: ${name}\n${errors.join('\n')}`.trimEnd(),
  );
process.exitCode = results.some(({ types, maxTypes, errors }) => !(types <= maxTypes) || errors.length > 0)
  ? 1
  : 0;
