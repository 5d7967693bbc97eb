const PROGRAM = /^<!-- program: (?<name>[\w-]+(?:\.test)?\.mjs) -->\n\n```ts\n(?<code>[\s\S]*?)^```$/gm;

/**
 * Reads the programs that a README or guide asks its readers to save: each is a code fence after `<!-- program: name.mjs -->`.
 *
 * @returns File name to code, as it stands there.
 */
export function readPrograms(markdown) {
  const programs = new Map([...markdown.matchAll(PROGRAM)].map(({ groups }) => [groups.name, groups.code]));
  const marks = markdown.match(/<!-- program:/g)?.length ?? 0;
  if (programs.size !== marks) {
    throw new Error(`${marks} programs are marked, ${programs.size} can be read`);
  }
  return programs;
}

const FENCE = /^```sh\n(?<commands>[\s\S]*?)^```$/gm;

/**
 * Reads what a README asks a newcomer to do for each program: the commands of the last shell fence before it, and the
 * program itself.
 *
 * @returns Name, commands and code of each program, and the fences before the first of these, in their order.
 */
export function readSteps(markdown) {
  const fences = [...markdown.matchAll(FENCE)].map(({ index, groups }) => ({ index, ...groups }));
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
