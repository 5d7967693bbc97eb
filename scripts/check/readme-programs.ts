const PROGRAM = /^<!-- program: (?<name>[\w-]+(?:\.test)?\.mjs) -->\n\n```ts\n(?<code>[\s\S]*?)^```$/gm;

/**
 * Reads the programs that a README or guide asks its readers to save: each is a code fence after `<!-- program: name.mjs -->`.
 *
 * @returns Code by file name.
 */
export function readPrograms(markdown: string): ReadonlyMap<string, string> {
  const programs = new Map(
    Array.from(markdown.matchAll(PROGRAM), ([, name = '', code = '']) => [name, code] as const),
  );
  const marks = markdown.match(/<!-- program:/g)?.length ?? 0;
  if (programs.size !== marks) {
    throw new Error(`${marks} programs are marked, ${programs.size} can be read`);
  }
  return programs;
}

const FENCE = /^```sh\n(?<commands>[\s\S]*?)^```$/gm;

/** A program of a README, and the commands to type before it. */
export interface ProgramStep {
  readonly name: string;
  readonly commands: string;
  readonly code: string;
}

/** What a README asks a newcomer to do. */
export interface Steps {
  /** Shell fences before the first program and its own commands. */
  readonly before: readonly string[];
  readonly programs: readonly ProgramStep[];
}

/**
 * Reads what a README asks a newcomer to do for each program: the commands of the last shell fence before it, and the
 * program itself.
 */
export function readSteps(markdown: string): Steps {
  const fences = Array.from(markdown.matchAll(FENCE), ({ index, 1: commands = '' }) => ({ index, commands }));
  const steps = [...readPrograms(markdown)].map(([name, code]) => {
    const place = markdown.indexOf(`<!-- program: ${name} -->`);
    const fence = fences.filter(({ index }) => index < place).at(-1);
    if (fence === undefined) throw new Error(`nothing is to be typed before ${name}`);
    return { name, code, commands: fence.commands, index: fence.index };
  });
  if (new Set(steps.map(({ index }) => index)).size !== steps.length) {
    throw new Error('two programs share what is to be typed before them');
  }
  const first = steps[0]?.index ?? 0;
  return {
    before: fences.filter(({ index }) => index < first).map(({ commands }) => commands),
    programs: steps.map(({ name, code, commands }) => ({ name, code, commands })),
  };
}
