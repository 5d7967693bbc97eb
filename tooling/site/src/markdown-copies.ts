/** The documents that the site also offers as Markdown, and their index. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the paths of all documents for users, relative to the root. */
export function markdownSources(root: string): string[] {
  return globSync(
    ['README.md', 'docs/guides/*.md', 'docs/*.md', 'packages/*/README.md', 'apps/console/README.md'],
    {
      cwd: root,
    },
  ).sort();
}

/** Returns the text of `llms.txt`: what the project is, then a link to each document with its title. */
export function llmsText(root: string, sources: readonly string[]): string {
  const read = (source: string): string => readFileSync(path.join(root, source), 'utf8');
  const about = read('README.md').split('\n\n')[1]?.replaceAll('\n', ' ') ?? '';
  const links = sources.map((source) => `- [${titleOf(read(source), source)}](markdown/${source})`);
  return `# Parlance\n\n> ${about}\n\n## Documents\n\n${links.join('\n')}\n\n## Contract\n\n- [OpenAPI document](openapi/openapi.json)\n`;
}

function titleOf(text: string, source: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${source}: a document must start with a heading`);
  return title;
}
