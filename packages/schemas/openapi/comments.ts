/** Reads the comments of the contract's plain modules. Only comments: schemas come from the contract files. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as contract from '@parlance/schemas';
import ts from 'typescript';
import type { JsonSchema } from './schemas.ts';

const SOURCES = path.resolve('packages/schemas/src');

interface Declaration {
  readonly own: JsonSchema;
  /** Comments of the members, by name. */
  readonly members: ReadonlyMap<string, JsonSchema>;
  /** Names of the types whose members it has too. */
  readonly bases: readonly string[];
}

/** The comments of exported types and operations, as a schema's `description` and `x-source`. */
export class Comments {
  readonly #declarations = new Map<string, Declaration>();

  constructor() {
    const files = globSync('*/*.ts', { cwd: SOURCES }).filter((file) => !/\.(?!ts$)|schemas\.ts$/.test(file));
    for (const file of files) {
      const text = readFileSync(path.join(SOURCES, file), 'utf8');
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      for (const statement of source.statements) this.#read(statement);
    }
  }

  #read(statement: ts.Statement): void {
    if (ts.isVariableStatement(statement)) {
      const [declaration] = statement.declarationList.declarations;
      const id = operationId(declaration?.name.getText() ?? '');
      if (id !== undefined)
        this.#declarations.set(id, { own: proseOf(statement), members: new Map(), bases: [] });
    } else if (ts.isInterfaceDeclaration(statement)) {
      const members = statement.members.map(
        (member) => [member.name?.getText() ?? '', proseOf(member)] as const,
      );
      const bases = namesIn((statement.heritageClauses ?? []).map((clause) => clause.getText()).join(' '));
      this.#declarations.set(statement.name.text, {
        own: proseOf(statement),
        members: new Map(members),
        bases,
      });
    } else if (ts.isTypeAliasDeclaration(statement)) {
      const bases = namesIn(statement.type.getText());
      this.#declarations.set(statement.name.text, { own: proseOf(statement), members: new Map(), bases });
    }
  }

  /** Returns the comment of a type by name, or of an operation by id; empty without one. */
  of(name: string): JsonSchema {
    return this.#declarations.get(name)?.own ?? {};
  }

  /** Returns the comment of a member of a type or of its bases. */
  ofMember(type: string, member: string): JsonSchema {
    const { members, bases = [] } = this.#declarations.get(type) ?? {};
    const own = members?.get(member);
    if (own !== undefined) return own;
    return (
      bases.map((base) => this.ofMember(base, member)).find((found) => Object.keys(found).length > 0) ?? {}
    );
  }
}

function namesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/\b[A-Z]\w+/g), ([name]) => name);
}

function operationId(exportName: string): string | undefined {
  const value: unknown = (contract as Readonly<Record<string, unknown>>)[exportName];
  const isOperation = typeof value === 'object' && value !== null && 'id' in value && 'method' in value;
  return isOperation ? String(value.id) : undefined;
}

/** Returns the comment of a node, its remarks included. */
function proseOf(node: ts.Node): JsonSchema {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const tagged = (name: string): string =>
    plain(comment?.tags?.find(({ tagName }) => tagName.text === name)?.comment);
  const text = [plain(comment?.comment), tagged('remarks')].filter(Boolean).join('\n\n');
  const source = tagged('source');
  return { ...(text !== '' && { description: text }), ...(source !== '' && { 'x-source': source }) };
}

/** Unwraps lines, and writes a link as the id of its operation or as the name itself. */
function plain(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  return (ts.getTextOfJSDocComment(comment) ?? '')
    .replaceAll(/\{@link\s+(\w+)\s*\}/g, (_, name: string) => `\`${operationId(name) ?? name}\``)
    .replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
    .trim();
}
