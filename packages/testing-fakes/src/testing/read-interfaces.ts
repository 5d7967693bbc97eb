/** Extracts documented interfaces from a source file, for the generated reference. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A field of an interface. */
export interface DocumentedField {
  readonly name: string;
  /** Type as written in the source, without `readonly` and `| undefined`. */
  readonly type: string;
  readonly text: string;
}

/** An interface with its description and fields. */
export interface DocumentedInterface {
  readonly name: string;
  readonly text: string;
  readonly fields: readonly DocumentedField[];
}

/**
 * Extracts the exported interfaces of a file.
 *
 * @param file - Source file.
 * @throws {Error} When an interface or one of its fields has no description.
 */
export function readInterfaces(file: URL): readonly DocumentedInterface[] {
  const source = ts.createSourceFile(file.pathname, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(isExported)
    .map((declaration) => ({
      name: declaration.name.text,
      text: descriptionOf(declaration, declaration.name.text) + inherited(declaration),
      fields: declaration.members.map((member) => {
        const name = member.name?.getText(source) ?? '[field]';
        const type =
          ts.isPropertySignature(member) || ts.isIndexSignatureDeclaration(member) ? member.type : undefined;
        const written = type?.getText(source) ?? '';
        return {
          name,
          type: plain(written),
          text: descriptionOf(member, `${declaration.name.text}.${name}`),
        };
      }),
    }));
}

function isExported({ modifiers }: ts.InterfaceDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function inherited(declaration: ts.InterfaceDeclaration): string {
  const bases = declaration.heritageClauses?.flatMap(({ types }) => types) ?? [];
  if (bases.length === 0) return '';
  return ` Also has the fields of ${bases.map((base) => `\`${base.getText()}\``).join(' and ')}.`;
}

function descriptionOf(node: ts.Node, name: string): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comment?.comment);
  if (!text) throw new Error(`${name} has no description.`);
  return text.replaceAll(/\s+/g, ' ');
}

function plain(type: string): string {
  return type
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\breadonly /g, '')
    .replaceAll(/ \| undefined\b/g, '')
    .replace(/^\| /, '')
    .trim();
}
