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

const FENCE = /^```sh\n(?<commands>[\s\S]*?)^```$/gm;

/** A program of a README, and the commands to type before it. */
export interface ProgramStep {
  readonly name: string;
  readonly commands: string;
  readonly code: string;
}

/** The steps that a README asks a newcomer to follow. */
export interface Steps {
  /** Shell fences before the first program, except the one that belongs to it. */
  readonly before: readonly string[];
  readonly programs: readonly ProgramStep[];
}

/**
 * Reads the steps that a README asks a newcomer to follow for each program. The commands of a program are the shell fence
 * between it and the program before it. A program without a fence repeats the commands of the first program with its own
 * name in place of that program's name, so that `install inference` becomes `install admin`.
 */
export function readSteps(markdown: string): Steps {
  const fences = Array.from(markdown.matchAll(FENCE), ({ index, 1: commands = '' }) => ({ index, commands }));
  const steps: ProgramStep[] = [];
  let previous = -1;
  for (const [name, code] of readPrograms(markdown)) {
    const place = markdown.indexOf(`<!-- program: ${name} -->`);
    const own = fences.filter(({ index }) => index > previous && index < place).at(-1)?.commands;
    const commands = own ?? repeated(steps[0], name);
    if (commands === undefined) throw new Error(`${name} has no commands to install what it needs`);
    steps.push({ name, commands, code });
    previous = place;
  }
  const first = markdown.search(PROGRAM);
  return {
    before: fences
      .filter(({ index }) => index < first)
      .slice(0, -1)
      .map(({ commands }) => commands),
    programs: steps,
  };
}

function repeated(first: ProgramStep | undefined, name: string): string | undefined {
  const commands = first?.commands.replace(sliceOf(first.name), sliceOf(name));
  return commands === first?.commands ? undefined : commands;
}

function sliceOf(program: string): string {
  return program.replace(/\.mjs$/, '');
}
