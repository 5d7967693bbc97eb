/** Compiles TypeScript in memory. */
import ts from 'typescript';

/** A compiler error. */
export interface CompileError {
  readonly line: number;
  readonly message: string;
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2024.d.ts'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/**
 * Compiles one file.
 *
 * @param file - Name of the file.
 * @param sources - Text of this file and of those it imports, by name.
 */
export function compile(file: string, sources: Readonly<Record<string, string>>): readonly CompileError[] {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists } = host;
  const textOf = (name: string): string | undefined => sources[name.slice(name.lastIndexOf('/') + 1)];
  host.fileExists = (name) => textOf(name) !== undefined || fileExists(name);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = textOf(name);
    if (text === undefined) return getSourceFile(name, languageVersion, ...rest);
    return ts.createSourceFile(name, text, languageVersion);
  };
  const program = ts.createProgram([file], OPTIONS, host);
  return ts.getPreEmitDiagnostics(program).map(({ file: at, start = 0, messageText }) => ({
    line: (at?.getLineAndCharacterOfPosition(start).line ?? 0) + 1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
}
