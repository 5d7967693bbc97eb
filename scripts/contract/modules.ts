/** Reads what the modules of a service export, by name alone: the sources need not type-check. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A module of the contract. */
export interface ContractModule {
  /** File name without folder and suffix, for example `vaults` or `vaults.schema`. */
  readonly name: string;
  /** Exported types, by name. */
  readonly types: readonly string[];
  /** Exported constants, functions and classes, by name. Those marked `@internal` are omitted. */
  readonly values: readonly string[];
  /** Exported operations, in the order of their declarations. */
  readonly operations: readonly OperationConstant[];
}

/** The constant that declares an operation. */
export interface OperationConstant {
  /** Name of the constant, for example `createVault`. */
  readonly name: string;
  /** Id of the operation, for example `vaults.create`. */
  readonly id: string;
}

/** Modules that `pnpm contract` writes itself. */
const WRITTEN = new Set(['index', 'operations', 'schemas']);

/**
 * Reads the modules of a folder, sorted by name, without tests and examples.
 *
 * @param folder - Folder of a service.
 */
export function readModules(folder: string): readonly ContractModule[] {
  return readdirSync(folder)
    .filter((file) => /^[\w-]+(\.schema)?\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => !WRITTEN.has(name))
    .toSorted()
    .map((name) => readModule(path.join(folder, `${name}.ts`), name));
}

function readModule(file: string, name: string): ContractModule {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const types: string[] = [];
  const values: string[] = [];
  const operations: OperationConstant[] = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) types.push(...reexported(statement));
    if (!isExported(statement)) continue;
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      types.push(statement.name.text);
    else if (isInternal(statement)) continue;
    else if (ts.isVariableStatement(statement)) {
      const declarations = statement.declarationList.declarations;
      values.push(...declarations.map(({ name }) => name.getText()));
      operations.push(...declarations.flatMap(operationOf));
    } else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
      values.push(statement.name.text);
  }
  return { name, types, values, operations };
}

/** Names of `export type { A } from`. */
function reexported({ exportClause }: ts.ExportDeclaration): readonly string[] {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.map(({ name }) => name.text);
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function isInternal(statement: ts.Statement): boolean {
  return ts.getJSDocTags(statement).some(({ tagName }) => tagName.text === 'internal');
}

/** Returns the operation of `const name: Operation<...> = { id: '...' }`, nothing for any other constant. */
function operationOf({ name, type, initializer }: ts.VariableDeclaration): readonly OperationConstant[] {
  if (type === undefined || !/^Operation\b/.test(type.getText())) return [];
  if (initializer === undefined || !ts.isObjectLiteralExpression(initializer)) return [];
  return initializer.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) &&
    property.name.getText() === 'id' &&
    ts.isStringLiteral(property.initializer)
      ? [{ name: name.getText(), id: property.initializer.text }]
      : [],
  );
}
