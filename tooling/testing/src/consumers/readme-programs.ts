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
    Array.from(
      markdown.matchAll(EXAMPLE),
      ([, title = '', code = '']) => [fileOf(title, packageName), code] as const,
    ),
  );
}

const OUTPUT =
  /^<!-- (?<kind>program|example): (?<title>.+?) -->\n\n```ts\n(?:(?!^```$).*\n)*^```\n\n(?:[^\n`]+\n)*[^\n`]*prints[^\n]*:\n\n```text\n(?<output>[\s\S]*?)^```$/gm;

/**
 * Reads what a README or guide says that its programs print: each is a fence of text after a sentence that contains `prints`.
 *
 * @returns Regular expression for the whole output by file name. `…` matches any text.
 */
export function readOutputs(markdown: string, packageName?: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(markdown.matchAll(OUTPUT), ([, kind, title = '', output = '']) => [
      kind === 'program' ? title : fileOf(title, packageName),
      `^${output.trim().split('…').map(escaped).join('[^]*?')}$`,
    ]),
  );
}

/** Escapes a text for a regular expression. `RegExp.escape` requires Node 24. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function fileOf(title: string, packageName: string | undefined): string {
  const words = packageName === undefined || title.includes('/') ? title : `${packageName}/${title}`;
  return `${words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.mts`;
}
