/**
 * Holds the type-checking costs of `type-budgets.json`: how many types the compiler makes for a piece of user code over
 * the built declarations. A count, unlike a time, is the same on every machine.
 *
 * Fields of an entry: `name`, `code`, `maxTypes`.
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

let failed = false;
const empty = measure('export {};').types;
console.log(`     ${empty} types are made when nothing is imported`);
for (const { name, code, maxTypes } of JSON.parse(readFileSync('type-budgets.json', 'utf8'))) {
  const { types, errors } = measure(code);
  const over = types > maxTypes;
  failed ||= over || errors.length > 0;
  console.log(`${over ? 'OVER' : 'ok  '} ${types} of ${maxTypes} types  ${name}`);
  for (const error of errors) console.log(`     ${error}`);
}
process.exitCode = failed ? 1 : 0;

function measure(code) {
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
