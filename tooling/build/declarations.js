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
      transformers: { afterDeclarations: [withoutDoubledMembers] },
      compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.NodeNext, strict: true },
    });
    failures.push(...diagnostics);
    const output = path.join(to, path.relative(from, fileName)).replace(/\.ts$/, '.d.ts');
    mkdirSync(path.dirname(output), { recursive: true });
    writeFileSync(output, outputText);
  }
  if (failures.length > 0) throw new Error(ts.formatDiagnostics(failures, formatHost));
}

/**
 * The compiler, which has no library at hand here, declares a method that is named by a symbol twice: as a property
 * too. That is an error for users who check libraries.
 */
function withoutDoubledMembers(context) {
  const visit = (node) => {
    if (!ts.isClassDeclaration(node)) return ts.visitEachChild(node, visit, context);
    const members = node.members.filter(
      (member) => !ts.isPropertyDeclaration(member) || !isDoubled(member, node.members),
    );
    const { modifiers, name, typeParameters, heritageClauses } = node;
    return ts.factory.updateClassDeclaration(node, modifiers, name, typeParameters, heritageClauses, members);
  };
  return (file) => ts.visitNode(file, visit);
}

function isDoubled({ name }, members) {
  if (!ts.isComputedPropertyName(name)) return false;
  const symbol = symbolOf(name);
  return members.some(
    (other) =>
      ts.isMethodDeclaration(other) &&
      ts.isComputedPropertyName(other.name) &&
      symbolOf(other.name) === symbol,
  );
}

/** The name behind `Symbol.`. */
function symbolOf({ expression }) {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

const formatHost = {
  getCanonicalFileName: (fileName) => fileName,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => '\n',
};
