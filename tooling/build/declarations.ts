/** Writes the declarations of a package, each with a map, so that "go to definition" reaches its published sources. */
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  // The types of all exports are written in their sources, so that no other file is needed to know them.
  isolatedDeclarations: true,
  noResolve: true,
  noCheck: true,
  declaration: true,
  declarationMap: true,
  emitDeclarationOnly: true,
  rootDir: 'src',
  outDir: 'dist',
};

/**
 * Writes `dist/<name>.d.ts` and its map for each of the sources, and for the sources that their declarations import.
 *
 * @param entries Paths in `src`.
 * @throws {Error} When the type of an export is not written in its source.
 */
export function writeDeclarations(entries: readonly string[]): void {
  const program = ts.createProgram(globSync('src/**/*.ts', { exclude: ['**/*.test*'] }), OPTIONS);
  const files = new Set(entries.map((entry) => path.normalize(entry)));
  for (const file of files) {
    const source = program.getSourceFile(file);
    // Not a module of this package, such as a JSON file.
    if (source === undefined) continue;
    const { diagnostics } = program.emit(source, (target, text) => {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
      if (target.endsWith('.d.ts')) for (const imported of importsOf(file, text)) files.add(imported);
    });
    for (const { messageText } of diagnostics)
      throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  }
}

/** The paths that a declaration imports from its own package. */
function importsOf(file: string, declaration: string): readonly string[] {
  return ts
    .preProcessFile(declaration)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => path.join(path.dirname(file), fileName.replace(/\.js$/, '.ts')));
}
