/** Reads types and comments of the contract's sources. */
import path from 'node:path';
import * as contract from '@parlance/schemas';
import ts from 'typescript';
import type { SchemaPart } from './component-schemas.ts';

/** What a comment says. */
export interface Prose {
  readonly text: string;
  /** Where the documents have it, `<document> > <heading>`. */
  readonly source: string | undefined;
}

const SOURCES = path.resolve('packages/schemas/src');

/** Types and comments of the contract. */
export class ContractTypes {
  readonly checker: ts.TypeChecker;
  readonly #exports: ReadonlyMap<string, ts.Symbol>;
  readonly #operations = new Map<string, ts.Symbol>();

  constructor() {
    const entry = path.join(SOURCES, 'index.ts');
    const program = ts.createProgram([entry], {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2024,
      strict: true,
      exactOptionalPropertyTypes: true,
      types: [],
    });
    this.checker = program.getTypeChecker();
    const module = this.checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.SourceFile);
    const symbols = this.checker.getExportsOfModule(module as ts.Symbol);
    this.#exports = new Map(symbols.map((symbol) => [symbol.name, this.#declared(symbol)]));
    for (const [name, symbol] of this.#exports) {
      const id = operationId(name);
      if (id !== undefined) this.#operations.set(id, symbol);
    }
  }

  #declared(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Returns the exported type of a name; undefined when there is none. */
  typeNamed(name: string): ts.Type | undefined {
    const symbol = this.#exports.get(name);
    const isType = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Type) !== 0;
    return isType ? this.checker.getDeclaredTypeOfSymbol(symbol) : undefined;
  }

  /** Returns the name under which an object type is exported; undefined when it is not, or is an instance of a generic type. */
  nameOf(type: ts.Type): string | undefined {
    const { name } = type.aliasSymbol ?? type.symbol;
    return this.typeNamed(name) === type ? name : undefined;
  }

  /** Returns the type of a part of an operation; undefined when the operation lacks the part. */
  typeOfPart(operation: string, part: SchemaPart): ts.Type | undefined {
    const symbol = this.#operationSymbol(operation);
    const [shape] = this.checker.getTypeArguments(this.checker.getTypeOfSymbol(symbol) as ts.TypeReference);
    const member = shape?.getProperty(part);
    return member && this.checker.getTypeOfSymbol(member);
  }

  /** Returns the comment of an operation. */
  proseOfOperation(id: string): Prose {
    return this.proseOf(this.#operationSymbol(id));
  }

  #operationSymbol(id: string): ts.Symbol {
    const symbol = this.#operations.get(id);
    if (symbol === undefined) throw new Error(`the operation ${id} is not exported from ${SOURCES}/index.ts`);
    return symbol;
  }

  /** Returns the comment of a declaration, its remarks included; empty text when it has none. */
  proseOf(symbol: ts.Symbol): Prose {
    const tags = symbol.getJsDocTags(this.checker);
    const textOf = (name: string): string | undefined =>
      plain(ts.displayPartsToString(tags.find((tag) => tag.name === name)?.text)) || undefined;
    const comment = plain(ts.displayPartsToString(symbol.getDocumentationComment(this.checker)));
    return { text: [comment, textOf('remarks')].filter(Boolean).join('\n\n'), source: textOf('source') };
  }
}

function operationId(exportName: string): string | undefined {
  const value: unknown = (contract as Readonly<Record<string, unknown>>)[exportName];
  const isOperation = typeof value === 'object' && value !== null && 'id' in value && 'method' in value;
  return isOperation ? String(value.id) : undefined;
}

/** Unwraps lines, and writes a link as the id of its operation or as the name itself. */
function plain(comment: string): string {
  return comment
    .replaceAll(/\{@link\s+(\w+)\s*\}/g, (_, name: string) => `\`${operationId(name) ?? name}\``)
    .replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
    .trim();
}
