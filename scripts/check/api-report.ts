/**
 * Checks `packages/<name>/api-report.md`: all exports of a package, in a stable order, without comments. Reviewers read its
 * diff to see how a change affects users. A re-export of another package is only named. `--update` writes the reports.
 *
 * Reads the built declarations, because that is what users get.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const update = process.argv.includes('--update');
const printer = ts.createPrinter({ removeComments: true });
const packages = readdirSync('packages').map((name) => readPackage(path.join('packages', name)));
const program = ts.createProgram(
  packages.flatMap(({ entries }) => entries.map(({ file }) => file)),
  {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    strict: true,
    skipLibCheck: true,
    types: [],
  },
);
const checker = program.getTypeChecker();
const describedBy = describingEntries(packages.flatMap(({ entries }) => entries));
const stale: string[] = [];

for (const { folder, name, entries } of packages) {
  const file = path.join(folder, 'api-report.md');
  const sections = entries.map((entry) => `## \`${entry.specifier}\`\n\n${declarationsOf(entry, entries)}`);
  const text = `# API of ${name}\n\nWritten by \`pnpm api:update\`. Do not edit.\n\n${sections.join('\n')}`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (update) writeFileSync(file, text);
  else stale.push(file);
}
for (const file of stale) console.error(`out of date: ${file}`);
if (stale.length > 0) console.error('Run "pnpm api:update" and review the difference.');
process.exitCode = stale.length > 0 ? 1 : 0;

interface Entry {
  readonly specifier: string;
  /** Its built declarations. */
  readonly file: string;
}

interface Package {
  readonly folder: string;
  readonly name: string;
  readonly entries: readonly Entry[];
}

function readPackage(folder: string): Package {
  const { name, exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
  };
  const entries = Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string' || target.types === undefined
      ? []
      : [
          {
            specifier: entry === '.' ? name : `${name}${entry.slice(1)}`,
            file: path.resolve(folder, target.types),
          },
        ],
  );
  return { folder, name, entries };
}

/** Lists the exports of an entry. Re-exports of another entry are described there. */
function declarationsOf(entry: Entry, entries: readonly Entry[]): string {
  const all = exportsOf(entry);
  if (all.length === 0) return 'Nothing is exported.\n';
  const whole = entries.filter((other) => other !== entry && isWithin(exportsOf(other), all));
  const elsewhere = new Set(whole.flatMap(exportsOf).map(resolveAlias));
  const others = all
    .filter((symbol) => !elsewhere.has(resolveAlias(symbol)))
    .map((symbol) => ({ name: symbol.getName(), target: resolveAlias(symbol) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const own = others.filter(({ target }) => !isForeign(target, entry));
  const named = Map.groupBy(
    others.filter(({ target }) => isForeign(target, entry)),
    ({ target }) => describedBy.get(target)?.specifier,
  );
  const texts = [
    ...whole.map(({ specifier }) => `export * from '${specifier}';`),
    ...[...named].map(([specifier, symbols]) => {
      const names = symbols.map(({ name, target }) => nameOf(name, target));
      return `export {\n${names.map((name) => `    ${name},\n`).join('')}} from '${specifier}';`;
    }),
    ...own.map(({ name, target }) => describeSymbol(name, target)),
  ];
  return `\`\`\`ts\n${texts.join('\n\n')}\n\`\`\`\n`;
}

/** Whether another package declares and exports a symbol. */
function isForeign(symbol: ts.Symbol, { file }: Entry): boolean {
  return describedBy.has(symbol) && !isDeclaredBeside(symbol, file);
}

function isDeclaredBeside(symbol: ts.Symbol, file: string): boolean {
  return folderOf(symbol.declarations?.[0]?.getSourceFile().fileName) === folderOf(file);
}

/** Returns the folder of the package that a built file belongs to. */
function folderOf(file: string | undefined): string | undefined {
  return file === undefined ? undefined : /^(.*\/packages\/[^/]+)\//.exec(file)?.[1];
}

/** Returns, for each exported symbol, the entry of its own package that exports the fewest others. */
function describingEntries(entries: readonly Entry[]): ReadonlyMap<ts.Symbol, Entry> {
  const found = new Map<ts.Symbol, Entry>();
  const bySize = entries.toSorted((a, b) => exportsOf(b).length - exportsOf(a).length);
  for (const entry of bySize)
    for (const symbol of exportsOf(entry).map(resolveAlias))
      if (isDeclaredBeside(symbol, entry.file)) found.set(symbol, entry);
  return found;
}

function nameOf(name: string, symbol: ts.Symbol): string {
  return symbol.getName() === name ? name : `${symbol.getName()} as ${name}`;
}

function exportsOf({ file }: Entry): readonly ts.Symbol[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  return module ? checker.getExportsOfModule(module) : [];
}

function isWithin(symbols: readonly ts.Symbol[], others: readonly ts.Symbol[]): boolean {
  const targets = new Set(others.map(resolveAlias));
  return symbols.length < others.length && symbols.every((symbol) => targets.has(resolveAlias(symbol)));
}

function resolveAlias(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function describeSymbol(name: string, symbol: ts.Symbol): string {
  const declarations = symbol.declarations ?? [];
  const foreign = declarations.find((node) => !node.getSourceFile().fileName.includes('/packages/'));
  if (declarations.length === 0 || foreign) return `export { ${name} };`;
  const renamed = symbol.getName() === name ? '' : `// exported as ${name}\n`;
  return renamed + declarations.map(printDeclaration).join('\n');
}

function printDeclaration(node: ts.Declaration): string {
  const print = (one: ts.Node): string =>
    printer.printNode(ts.EmitHint.Unspecified, one, one.getSourceFile());
  const text = print(ts.isVariableDeclaration(node) ? node.parent.parent : node);
  const inherited = inheritedMembers(node).map((member) => `    ${print(member)}\n`);
  const whole =
    inherited.length === 0 ? text : text.replace(/ extends \w+ \{\n/, ` {\n${inherited.join('')}`);
  return whole.replace(/^(?:export )?(?:declare )?/, 'export ');
}

/** Returns the members that a class inherits from one that no package exports. */
function inheritedMembers(node: ts.Declaration): readonly ts.ClassElement[] {
  if (!ts.isClassDeclaration(node)) return [];
  const [base] = checker.getBaseTypes(checker.getTypeAtLocation(node) as ts.InterfaceType);
  const declaration = base?.symbol.valueDeclaration;
  if (!declaration || !ts.isClassDeclaration(declaration) || describedBy.has(base.symbol)) return [];
  return declaration.members.filter(({ name }) => name !== undefined && !ts.isPrivateIdentifier(name));
}
