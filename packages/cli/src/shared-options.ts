/** Options that several commands have. */
import type { Command } from 'commander';
import { invalidArguments } from './command-error.js';
import { ListOption, wholeNumber } from './option-parsers.js';

/** Which options a command has besides its own. */
export interface OptionGroups {
  /** Which keys it uses: `one` names no kind, `each` requires the kind before each source. */
  readonly keys?: 'one' | 'each' | undefined;
  /** Whether it uses the store. Default false. */
  readonly store?: boolean | undefined;
  /** Whether it uses the archive. Default false. */
  readonly archive?: boolean | undefined;
  /** Whether it finds configurations that are programs, see `CommandConfig`. Default true. */
  readonly findsPrograms?: boolean | undefined;
}

/** Command lines, and what they do. */
export type Examples = readonly (readonly [line: string, does: string])[];

/**
 * Adds the options that commands share: `--json`, `--quiet`, `--timestamps`, `--no-color` and `--config`, those of the service if the command uses a key, `--store` and `--max-wait`, and `--archive`.
 *
 * @param command - The command.
 * @param groups - See {@link OptionGroups}.
 * @param examples - Examples for its help. Default: none.
 */
export function withSharedOptions(
  command: Command,
  { keys, store = false, archive = false, findsPrograms = true }: OptionGroups = {},
  examples: Examples = [],
): Command {
  if (examples.length > 0) withExamples(command, examples);
  if (archive)
    command.option('--archive <dir>', 'folder of the archive (default: $PARLANCE_ARCHIVE, else ./archive)');
  if (keys !== undefined) addServiceOptions(command, keys);
  if (store)
    command
      .option(
        '--store <url>',
        'sqlite:FILE or postgres://HOST/DATABASE (default: $PARLANCE_STORE, else sqlite:./parlance.db)',
      )
      .option(
        '--max-wait <seconds>',
        'longest wait for a store that does not respond, and for the service in an export (default: 300, and no limit)',
        wholeNumber(0, 86_400),
      );
  return command
    .option(
      '--config <file>',
      `configuration file (default: parlance.config.${findsPrograms ? '{ts,mts,mjs,js,json}' : 'json'} in this folder)`,
    )
    .option('--json', 'print one JSON object per line')
    .option('-q, --quiet', 'print results and errors, but no messages and no progress')
    .option('--timestamps', 'start each message and each line of progress with the time')
    .option('--no-color', 'do not use colors (default: $NO_COLOR)');
}

function addServiceOptions(command: Command, keys: 'one' | 'each'): void {
  command
    .option('--base-url <url>', 'URL of the service (default: $PARLANCE_BASE_URL)')
    .option(
      '--naming <names>',
      'names of the deployment, as vendor=X,assistant=Y,githost=Z (default: $PARLANCE_NAMING)',
    );
  if (keys === 'one')
    command
      .option('--key-file <file>', 'file with the key')
      .option('--key-command <command>', 'command that prints the key');
  else
    command
      .addOption(new ListOption('--key-file <kind=file>', `file with ${KEY_OF_KIND}`, ofKind))
      .addOption(
        new ListOption('--key-command <kind=command>', `command that prints ${KEY_OF_KIND}`, ofKind),
      );
}

const KEY_OF_KIND = 'the key of a kind (api, admin or compliance)';

/** The value is not repeated in the error, because a command may contain a secret. */
function ofKind(value: string): string {
  if (/^(api|admin|compliance)=./s.test(value)) return value;
  throw invalidArguments('A source of a key must start with its kind: api=, admin= or compliance=.');
}

/** Adds examples to the help of a command. */
export function withExamples(command: Command, examples: Examples): Command {
  // Lines are divided so that they fit a terminal of 80 columns; commands only before options, which is never within quotes.
  const lines = examples.map(([line, does]) => {
    const comment = does.match(/\S.{0,69}(?=\s|$)|\S+/g) ?? [];
    const command = line.match(/\S.{0,69}(?= --|$)|\S.*?(?= --|$)/g) ?? [];
    return `  # ${comment.join('\n  # ')}\n  $ ${command.join(' \\\n      ')}`;
  });
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n\n')}`);
}
