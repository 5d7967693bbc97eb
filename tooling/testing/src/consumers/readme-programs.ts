const PROGRAM = /^<!-- program: (?<name>[\w-]+(?:\.test)?\.mjs) -->\n\n```ts\n(?<code>[\s\S]*?)^```$/gm;

/**
 * Reads the programs that a README or guide asks its readers to save: each is a code fence after
 * `<!-- program: name.mjs -->`.
 *
 * @returns Code by file name.
 */
export function readPrograms(markdown: string): ReadonlyMap<string, string> {
  const programs = new Map(
    Array.from(markdown.matchAll(PROGRAM), ([, name = '', code = '']) => [name, code] as const),
  );
  const markers = markdown.match(/<!-- program:/g)?.length ?? 0;
  if (programs.size !== markers) {
    throw new Error(`expected ${markers} programs, one per marker, but found ${programs.size}`);
  }
  return programs;
}

const EXAMPLE = /^<!-- example: (?<title>.+?) -->\n\n```ts\n(?<code>[\s\S]*?)^```$/gm;

/**
 * Reads the examples that a README or guide embeds: each is a code fence after `<!-- example: Title -->`.
 *
 * @param markdown - The text.
 * @param packageName - Package whose README it is, which titles omit. Default: none.
 * @returns Code by file name: `inference/Create a message` becomes `inference-create-a-message.mts`.
 */
export function readExamples(markdown: string, packageName?: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(markdown.matchAll(EXAMPLE), ([, title = '', code = '']) => {
      const words = packageName === undefined || title.includes('/') ? title : `${packageName}/${title}`;
      return [`${words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.mts`, code] as const;
    }),
  );
}
