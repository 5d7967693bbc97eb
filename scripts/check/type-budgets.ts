/**
 * Checks the type-checking costs in `type-budgets.json`: the number of types that the compiler creates for user code with
 * the built declarations. Unlike a time, a count is the same on every machine. `--json` prints the counts.
 *
 * Fields of an entry: `name`, `code` or `file` with it, `maxTypes`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const OPTIONS = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

interface Budget {
  readonly name: string;
  readonly code?: string;
  readonly file?: string;
  readonly maxTypes: number;
}

interface Measured {
  readonly types: number;
  readonly errors: readonly string[];
}

type Result = Measured &
  Pick<Budget, 'name' | 'maxTypes'> & { readonly empty: number; readonly over: boolean };

const empty = measure('export {};').types;
const budgets = JSON.parse(readFileSync('type-budgets.json', 'utf8')) as readonly Budget[];
const results = budgets.map(({ name, file, code = readFileSync(String(file), 'utf8'), maxTypes }): Result => {
  const { types, errors } = measure(code);
  return { name, types, maxTypes, empty, over: types > maxTypes, errors };
});
if (process.argv.includes('--json')) console.log(JSON.stringify(results));
else print();
process.exitCode = results.some(({ over, errors }) => over || errors.length > 0) ? 1 : 0;

function print(): void {
  console.log(`     ${empty} types are created when nothing is imported`);
  for (const { name, types, maxTypes, over, errors } of results) {
    console.log(`${over ? 'OVER' : 'ok  '} ${types} of ${maxTypes} types  ${name}`);
    for (const error of errors) console.log(`     ${error}`);
  }
}

function measure(code: string): Measured {
  const file = path.resolve('type-budget-consumer.mts');
  const host = ts.createCompilerHost(OPTIONS);
  const readOther = host.getSourceFile;
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, code, version, true) : readOther.call(host, name, version);
  const exists = host.fileExists;
  host.fileExists = (name) => name === file || exists.call(host, name);
  const program = ts.createProgram([file], OPTIONS, host);
  const diagnostics = ts.getPreEmitDiagnostics(program);
  return {
    types: program.getTypeCount(),
    errors: diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  };
}
