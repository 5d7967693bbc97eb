/** Copies the guides that mention a package into its folder `docs`. pnpm runs this in a package before it packs it. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const GUIDES = path.resolve(import.meta.dirname, '../../docs/guides');
/** Code, in which nothing is a link, or a link to a file. */
const CODE_OR_LINK =
  /^```[\s\S]*?^```$|`[^`\n]*`|!?\[(?<label>[^\]]*)\]\((?!https?:|#)(?<file>[^)#]+)(?<hash>#[^)]*)?\)/gm;

const { name, dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};
const guides = new Map(
  readdirSync(GUIDES)
    .filter((file) => file !== 'README.md')
    .map((file) => [file, readFileSync(path.join(GUIDES, file), 'utf8')] as const)
    .filter(([, text]) =>
      new RegExp(String.raw`(?:${name}|${name.replace('@parlance', 'packages')})(?![\w-])`).test(text),
    ),
);
rmSync('docs', { recursive: true, force: true });
if (guides.size > 0) mkdirSync('docs');
for (const [file, text] of guides) writeFileSync(path.join('docs', file), withOwnLinks(text));

/** Keeps the links to files that are installed with the package, and the text of all others. */
function withOwnLinks(text: string): string {
  return text.replaceAll(CODE_OR_LINK, (all: string, ...match: unknown[]) => {
    const { label, file, hash = '' } = match.at(-1) as Readonly<Record<string, string | undefined>>;
    if (file === undefined) return all;
    const target = guides.has(file) ? file : readmeOf(/packages\/([\w-]+)\/README\.md$/.exec(file)?.[1]);
    return target === undefined ? String(label) : `[${label}](${target}${hash})`;
  });
}

/** Packages are installed side by side. */
function readmeOf(folder: string | undefined): string | undefined {
  if (`@parlance/${folder}` === name) return '../README.md';
  return `@parlance/${folder}` in dependencies ? `../../${folder}/README.md` : undefined;
}
