/** `parlance completion` and `parlance help`: what a shell and a person can type. */
// cspell:ignore compinit bashcompinit
import { Argument, type Command } from 'commander';
import { invalidArguments } from '../command-error.js';
import type { ProgramProcess } from '../program.js';
import { withExamples } from '../shared-options.js';

const SHELLS: Readonly<Record<string, (program: Command) => string>> = { bash, zsh, fish };

/** Adds `parlance completion`. */
export function addCompletion(program: Command, { stdout }: ProgramProcess): void {
  const command = program
    .command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'shell').choices(Object.keys(SHELLS)))
    .action((shell: string) => void stdout.write(SHELLS[shell]?.(program) ?? ''));
  withExamples(command, [
    ['source <(parlance completion bash)', 'complete in this shell; add the line to ~/.bashrc'],
    ['parlance completion fish > ~/.config/fish/completions/parlance.fish', 'complete in fish'],
  ]);
}

/** Adds `parlance help`, which also accepts the words of a command in a group. */
export function addHelp(program: Command): void {
  program
    .command('help')
    .description('print help for a command')
    .argument('[command...]', 'words of the command')
    .helpOption(false)
    .action((words: readonly string[]) => {
      const found = words.reduce<Command | undefined>(
        (command, word) => command?.commands.find((child) => child.name() === word),
        program,
      );
      if (found !== undefined) return found.outputHelp();
      throw invalidArguments(
        `There is no command ${JSON.stringify(words.join(' '))}.`,
        'Run "parlance help" for a list of commands and options.',
      );
    });
}

/** A place in the command line, and what can follow. */
interface Place {
  /** The words of the command, separated by spaces. Empty for the program. */
  readonly path: string;
  readonly words: readonly (readonly [word: string, description: string])[];
}

function placesOf(command: Command, path = ''): readonly Place[] {
  const children = command.commands.map((child) => [child.name(), child.description()] as const);
  const options = command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long == null ? [] : [[long, description] as const]));
  const below = command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`.trimStart()));
  return [{ path, words: [...children, ...options] }, ...below];
}

function bash(program: Command): string {
  const places = placesOf(program);
  const wordsOf = ({ words }: Place): string => words.map(([word]) => word).join(' ');
  return `_parlance() {
  local place='' words='' word
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case "\${place:+$place }$word" in
      ${places.map(({ path }) => `'${path}'`).join('|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${places.map((place) => `    '${place.path}') words='${wordsOf(place)}' ;;\n`).join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _parlance parlance
`;
}

function zsh(program: Command): string {
  return `autoload -U +X compinit bashcompinit && compinit && bashcompinit\n${bash(program)}`;
}

function fish(program: Command): string {
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
  const lines = placesOf(program).flatMap(({ path, words }) =>
    words.map(([word, description]) => {
      const value = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c parlance -n "__parlance_at '${path}'" ${value} -d ${quoted(description)}\n`;
    }),
  );
  return `function __parlance_at
  set -l place (string match -v -- '-*' (commandline -opc)[2..])
  set -l words (string split -n ' ' -- $argv)
  test (count $words) -eq 0; and test (count $place) -eq 0; and return
  test (count $words) -gt 0; and test "$place[1..$(count $words)]" = "$words"
end
${lines.join('')}`;
}
