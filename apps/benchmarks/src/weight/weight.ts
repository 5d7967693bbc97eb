/** Measures what typed tools cost tsc. Checks enforce the weights of whole programs, which are the same in every run. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { MeasuredRow, Section } from '../report/results.ts';
import type { Row } from '../report/row.ts';

const root = new URL('../../../../', import.meta.url);
const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
/** Inside the repository, so that module resolution finds the packages. */
const folder = new URL('.parlance/bench-compiler/', root);
const FLAGS = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--extendedDiagnostics'];
const TARGET = ['--target', 'es2024', '--module', 'nodenext', '--types', 'node'];

/** Measures the weights. `record` is called with each row. */
export async function weightSection(record: (row: Row) => MeasuredRow): Promise<Section> {
  return {
    title: 'Weight',
    about:
      'The types that tsc creates. `npm run check` enforces the sizes of bundles, what is installed, and the types of whole ' +
      'programs; [features](features.md) compares them with other libraries.',
    rows: [record(await typedToolsRow())],
  };
}

/** Checks that the number of types grows linearly with the number of typed tools. */
async function typedToolsRow(): Promise<Row> {
  const [none, hundred, twoHundred] = [await typesOf(0), await typesOf(100), await typesOf(200)];
  const growth = (twoHundred - hundred) / (hundred - none);
  return {
    id: 'weight-tools',
    title: 'tsc, a file defining 200 typed tools',
    budget: 'linear',
    figure: `${twoHundred} types`,
    passed: growth < 1.1,
    note: `${none} for none, ${hundred} for 100; second hundred relative to the first ${growth.toFixed(2)}x`,
  };
}

/** Counts the types that tsc creates for a file of `count` different tools. */
async function typesOf(count: number): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const file = fileURLToPath(new URL('program.mts', folder));
  writeFileSync(file, tools(count));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...FLAGS, ...TARGET, file]);
    return Number(/^Types: +(\d+)$/m.exec(stdout)?.[1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tools(count: number): string {
  const definitions = Array.from({ length: count }, (_, index) => {
    const properties = `city${index}: { type: 'string' }, days${index}: { type: 'integer' }, unit: { enum: ['c', 'f'] }`;
    return `export const tool${index} = defineTool({
      name: 'tool_${index}', description: 'Tool ${index}.',
      input: { type: 'object', properties: { ${properties} }, required: ['city${index}'] },
      run: (input) => input.city${index}.length + (input.days${index} ?? 0),
    });`;
  });
  return `import { defineTool } from '@parlance/inference';\nexport { defineTool };\n${definitions.join('\n')}\n`;
}
