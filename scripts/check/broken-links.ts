import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import GithubSlugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';

const markdown = new MarkdownIt({ html: true });

/**
 * Checks the links and images of a Markdown file. Links to other sites are not followed.
 *
 * @returns A message for each broken link.
 */
export function brokenLinks(file: string): readonly string[] {
  return linksOf(readFileSync(file, 'utf8')).flatMap((link) => {
    const problem = problemOf(link, file);
    return problem === undefined ? [] : [`${link}: ${problem}`];
  });
}

function problemOf(link: string, file: string): string | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(link)) return undefined;
  const [target = '', anchor] = link.split('#').map(decodeURIComponent);
  if (target.startsWith('/'))
    return 'must be relative, because absolute links depend on where the file is shown';
  const place = target === '' ? file : path.join(path.dirname(file), target);
  if (path.relative('.', place).startsWith('..')) return 'points outside the repository';
  if (!existsSync(place)) return 'file not found';
  if (anchor === undefined) return undefined;
  if (statSync(place).isDirectory() || !place.endsWith('.md')) return 'only Markdown files have headings';
  return anchorsOf(readFileSync(place, 'utf8')).has(anchor) ? undefined : 'heading not found';
}

function linksOf(text: string): readonly string[] {
  return flatten(markdown.parse(text, {}))
    .filter(({ type }) => type === 'link_open' || type === 'image')
    .map((token) => String(token.attrGet('href') ?? token.attrGet('src')));
}

/** Returns the anchors that GitHub generates for the headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const tokens = markdown.parse(text, {});
  const headings = tokens.filter((_, index) => tokens[index - 1]?.type === 'heading_open');
  return new Set(
    headings.map(({ children }) => slugger.slug((children ?? []).map(({ content }) => content).join(''))),
  );
}

function flatten(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => [token, ...flatten(token.children ?? [])]);
}
