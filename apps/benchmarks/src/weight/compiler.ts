/** Measures the work of tsc for programs that use Parlance. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { interleave, relativeTo } from '../measure/interleave.ts';
import { ratioRow, type Row } from '../report/row.ts';

const root = new URL('../../../../', import.meta.url);
const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
/** Inside the repository, so that module resolution finds the packages. */
const folder = new URL('.parlance/bench-compiler/', root);
const FLAGS = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--extendedDiagnostics'];
const TARGET = ['--target', 'es2024', '--module', 'nodenext', '--types', 'node'];

/** Minimal declarations that replace the program's imports. */
const STAND_INS = `
type MessageParam = { role: string; content: unknown };
type Reply = { content: { type: string; text: string }[]; usage: { output_tokens: number } };
declare class ApiError { status: number | null }
declare class StreamError { lastEventIndex: number }
declare class InferenceClient {
  constructor(options: object);
  messages: {
    create(params: object): Promise<Reply>;
    stream(params: object): AsyncIterable<{ type: string; delta: { type: string; text: string } }> & {
      finalMessage(): Promise<Reply>;
    };
  };
}`;

/** Measures tsc's time relative to the same program without the import. */
export async function compileTimeRow(rounds: number): Promise<Row> {
  const program = readFileSync(new URL('scripts/check/consumers/inference.ts', root), 'utf8');
  const without = program.replace(/^import .*$/m, STAND_INS);
  const programs = [
    { name: 'without', text: without },
    { name: 'parlance', text: program },
  ];
  for (const { text } of programs) await compile(text);
  const costs = await interleave(programs, rounds, async ({ text }) => (await compile(text)).millis);
  const row = {
    id: 'weight-compile',
    title: 'tsc wall time, relative to the same file without the import',
    limit: 1.3,
  };
  return ratioRow(row, relativeTo('without', costs));
}

/** Checks that the number of types grows linearly with the number of typed tools. */
export async function typedToolsRow(): Promise<Row> {
  const [none = 0, hundred = 0, twoHundred = 0] = [
    (await compile(tools(0))).types,
    (await compile(tools(100))).types,
    (await compile(tools(200))).types,
  ];
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

async function compile(text: string): Promise<{ readonly types: number; readonly millis: number }> {
  mkdirSync(folder, { recursive: true });
  const file = fileURLToPath(new URL('program.mts', folder));
  writeFileSync(file, text);
  try {
    const start = performance.now();
    const output = await run([tsc, ...FLAGS, ...TARGET, file]);
    const millis = performance.now() - start;
    return { types: Number(/^Types: +(\d+)$/m.exec(output)?.[1]), millis };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout) => {
      if (error) reject(new Error(stdout));
      else resolve(stdout);
    });
  });
}

/** Generates a program with `count` different tools. */
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
