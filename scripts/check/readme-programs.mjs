const PROGRAM = /^<!-- program: (?<name>[\w-]+\.mjs) -->\n\n```ts\n(?<code>[\s\S]*?)^```$/gm;

/**
 * Reads the programs that a README asks its readers to save: each is a code fence after `<!-- program: name.mjs -->`.
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
