/** Returns the code of an example by its title, or throws. */
export type FindExample = (title: string) => string;

/**
 * Inserts examples at the markers of a text.
 *
 * In Markdown a marker is `<!-- example: Title -->`, in a TSDoc comment `@example Title`. The code goes into the fence that
 * follows, which is added if it is missing.
 *
 * @param text - A Markdown or TypeScript text.
 * @param options.markdown - Whether it is Markdown.
 * @param options.find - Returns the code of an example by its title, or throws.
 * @returns The text with every fence up to date.
 */
export function embedExamples(
  text: string,
  { markdown, find }: { readonly markdown: boolean; readonly find: FindExample },
): string {
  return markdown ? embedInMarkdown(text, find) : embedInComments(text, find);
}

function embedInMarkdown(text: string, find: FindExample): string {
  const place = /^<!-- example: (?<title>.+?) -->\n(?:\n*```ts\n[\s\S]*?^```$\n?)?/gm;
  return text.replaceAll(
    place,
    (_, title: string) => `<!-- example: ${title} -->\n\n\`\`\`ts\n${find(title)}\n\`\`\`\n`,
  );
}

function embedInComments(text: string, find: FindExample): string {
  const place = /^(?<indent> *)\* @example (?<title>\S.*)\n(?: *\* ```ts\n(?: *\*.*\n)*? *\* ```\n)?/gm;
  return text.replaceAll(place, (_, indent: string, title: string) => {
    const lines = [`@example ${title.trim()}`, '```ts', ...find(title.trim()).split('\n'), '```'];
    return lines.map((line) => `${indent}* ${line}`.trimEnd() + '\n').join('');
  });
}
