import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * Writes one declaration file per source module.
 *
 * Works file by file, without a type check: `isolatedDeclarations`, which the type check of the repository
 * enforces, guarantees that no declaration needs another file.
 */
export function emitDeclarations({ entry, from, to }) {
  const failures = [];
  for (const fileName of entry) {
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), {
      fileName,
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.NodeNext, strict: true },
    });
    failures.push(...diagnostics);
    const output = path.join(to, path.relative(from, fileName)).replace(/\.ts$/, '.d.ts');
    mkdirSync(path.dirname(output), { recursive: true });
    writeFileSync(output, outputText);
  }
  if (failures.length > 0) throw new Error(ts.formatDiagnostics(failures, formatHost));
}

const formatHost = {
  getCanonicalFileName: (fileName) => fileName,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => '\n',
};
