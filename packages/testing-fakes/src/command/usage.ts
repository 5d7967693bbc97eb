/** The help of the command. */
import usage from './usage.json' with { type: 'json' };

/** Column of the descriptions of options. */
const COLUMN = 24;

/**
 * Formats the help.
 *
 * @param program - Name of the command.
 */
export function formatUsage(program: string): string {
  const commands = usage.commands.map(({ usage: form, text }) => [
    `  ${program} ${form}`,
    ...indented(text, 6),
  ]);
  const options = usage.options.map(({ title, options: list }) => ['', title, ...list.flatMap(linesOf)]);
  const lines = ['Usage:', ...commands.flat(), ...options.flat()];
  return `${lines.join('\n')}\n`.replaceAll('parlance-fakes', program);
}

/** The description begins beside the name, or below a long one. */
function linesOf({
  name,
  text,
}: {
  readonly name: string;
  readonly text: readonly string[];
}): readonly string[] {
  const lines = indented(text, COLUMN);
  const head = `  ${name}`;
  const [first = '', ...rest] = lines;
  return head.length < COLUMN ? [head + first.slice(head.length), ...rest] : [head, ...lines];
}

function indented(lines: readonly string[], width: number): readonly string[] {
  return lines.map((line) => ' '.repeat(width) + line);
}
