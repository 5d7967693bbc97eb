/** Reads the comments of a contract file. Only comments: types come from the schemas. */
import ts from 'typescript';

/** The comments of one declaration. */
export interface DeclarationComments {
  /** Its own comment; empty without one. */
  readonly own: string;
  /** Comments of the keys of its object, by key. */
  readonly keys: ReadonlyMap<string, string>;
}

/** The comments of a file. */
export interface FileComments {
  /** Comment at the start of the file, without delimiters. */
  readonly head: string;
  /** Comments of the exported declarations, in order. */
  readonly declarations: ReadonlyMap<string, DeclarationComments>;
  /** Comments of the functions that declare the operations of a client's class, by the class. */
  readonly classes: ReadonlyMap<string, string>;
}

/**
 * Reads the comments of a contract file.
 *
 * @param text - The source.
 */
export function readComments(text: string): FileComments {
  const source = ts.createSourceFile('contract.ts', text, ts.ScriptTarget.Latest, true);
  // A tag at the start of the file is that of each declaration without one.
  const [head = '', tag] = commentBefore(source, text).split(/\n\n(?=@)/);
  const declarations = new Map<string, DeclarationComments>();
  const classes = new Map<string, string>();
  const shapes = new Map<string, ReadonlyMap<string, string>>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const [declaration] = statement.declarationList.declarations;
    if (declaration?.initializer === undefined) continue;
    const name = declaration.name.getText();
    const keys = commentsOfKeys(declaration.initializer, text, shapes);
    shapes.set(name, keys);
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported === true)
      declarations.set(name, { own: withTag(commentBefore(statement, text), tag), keys });
    const client = /\bclient: '(\w+)'/.exec(declaration.initializer.getText())?.[1];
    if (client !== undefined && isExported !== true) classes.set(client, commentBefore(statement, text));
  }
  return { head, declarations, classes };
}

function commentsOfKeys(
  initializer: ts.Expression,
  text: string,
  shapes: ReadonlyMap<string, ReadonlyMap<string, string>>,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const property of firstObject(initializer)?.properties ?? []) {
    if (ts.isSpreadAssignment(property))
      for (const [key, comment] of shapes.get(/^\w+/.exec(property.expression.getText())?.[0] ?? '') ?? [])
        keys.set(key, comment);
    else if (property.name !== undefined) {
      const comment = commentBefore(property, text);
      if (comment !== '') keys.set(nameOf(property.name), comment);
    }
  }
  return keys;
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();
}

/** The first object literal in an expression, such as the shape in `rule('A', object({ ... }))` or `() => ({ ... })`. */
function firstObject(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node;
  if (ts.isArrowFunction(node)) return firstObject(node.body);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return firstObject(node.expression);
  if (!ts.isCallExpression(node)) return undefined;
  for (const part of [...node.arguments, node.expression]) {
    const found = firstObject(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withTag(comment: string, tag: string | undefined): string {
  return tag === undefined || comment === '' || comment.includes('\n@') ? comment : `${comment}\n\n${tag}`;
}

/** Returns the text of the comment before a node without its delimiters; empty without one. */
function commentBefore(node: ts.Node, text: string): string {
  const ranges = ts.getLeadingCommentRanges(text, node.pos) ?? [];
  const range = ranges.findLast(({ pos }) => text.startsWith('/**', pos));
  if (range === undefined) return '';
  return text
    .slice(range.pos + '/**'.length, range.end - '*/'.length)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** Returns a comment with its delimiters, or nothing for an empty text. */
export function commentText(text: string): string {
  if (text === '') return '';
  if (!text.includes('\n') && text.length < 100) return `/** ${text} */\n`;
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd());
  return `/**\n${lines.join('\n')}\n */\n`;
}
