/** The documents that the site also offers as Markdown, and their index for language models. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A document. */
export interface MarkdownCopy {
  /** Path, relative to the root. */
  readonly source: string;
  readonly title: string;
  /** First sentence. */
  readonly description: string;
  /** Without links to files that are not on the site. */
  readonly text: string;
}

const SOURCES = [
  'README.md',
  '{CONTRIBUTING,ROADMAP,SECURITY}.md',
  'docs/guides/*.md',
  'docs/*.md',
  'docs/benchmarks/*.md',
  'examples/README.md',
  'examples/*/README.md',
  'packages/*/README.md',
  'apps/console/README.md',
];
const LINK = /(?<image>!?)\[(?<text>[^\]]*)\]\((?<target>[^)\s]+)\)/g;
/** Addresses that are not those of documents. */
const ELSEWHERE = /^(?:https?:|mailto:|#)/;

/** Returns all documents for users. */
export function markdownCopies(root: string): readonly MarkdownCopy[] {
  const sources = globSync(SOURCES, { cwd: root, exclude: (name) => name === 'node_modules' }).sort();
  return sources.map((source) => {
    const text = withoutDeadLinks(readFileSync(path.join(root, source), 'utf8'), source, new Set(sources));
    const title = /^# (.+)$/m.exec(text)?.[1];
    if (title === undefined) throw new Error(`${source}: a document must start with a heading`);
    return { source, title, description: descriptionOf(text), text };
  });
}

/** Returns the text of `llms.txt`: what the project is, then a link to each document with its title and what it is about. */
export function llmsText(copies: readonly MarkdownCopy[]): string {
  const about = copies.find(({ source }) => source === 'README.md')?.description ?? '';
  const links = copies.map(
    ({ source, title, description }) => `- [${title}](markdown/${source}): ${description}`,
  );
  return `# Parlance

> ${about}

All documents in one file: [llms-full.txt](llms-full.txt)

## Documents

${links.join('\n')}

## Contract

- [OpenAPI document](openapi/openapi.json): all operations of the service
`;
}

/** Returns the text of `llms-full.txt`: all documents, each after its path. Their links lead to the copies. */
export function fullText(copies: readonly MarkdownCopy[]): string {
  return copies
    .map(({ source, text }) => `<!-- ${source} -->\n\n${linkToCopies(text, source).trim()}\n`)
    .join('\n');
}

function linkToCopies(text: string, source: string): string {
  return text.replaceAll(LINK, (link: string, _image: string, label: string, target: string) => {
    const copy = path.posix.join('markdown', path.dirname(source), target);
    return ELSEWHERE.test(target) ? link : `[${label}](${copy})`;
  });
}

function withoutDeadLinks(text: string, source: string, sources: ReadonlySet<string>): string {
  return text.replaceAll(LINK, (link: string, image: string, label: string, target: string) => {
    if (ELSEWHERE.test(target)) return link;
    if (image !== '') return '';
    return sources.has(path.join(path.dirname(source), target.replace(/#.*/, ''))) ? link : label;
  });
}

function descriptionOf(text: string): string {
  const paragraphs = text.replace(/^(?:<!--.*-->\n+)?# .+\n+/, '').split('\n\n');
  const first = paragraphs.find((paragraph) => /^(?!Written by)[A-Z`[*]/.test(paragraph)) ?? '';
  const line = first.replaceAll(LINK, '$<text>').replaceAll('\n', ' ').trim();
  return line.replace(/(?<=[a-z`)]{2}\.) .*/, '');
}
