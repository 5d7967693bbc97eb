/** Options that several commands have. */
import { Option, type Command } from 'commander';
import { CommandError } from './command-error.js';

/** Which options a command has besides its own. */
export interface OptionGroups {
  /** Which keys it uses: `one` names no kind, `each` requires the kind before each source. */
  readonly keys?: 'one' | 'each' | undefined;
  /** Whether it uses the store. Default false. */
  readonly store?: boolean | undefined;
  /** Whether it uses the archive. Default false. */
  readonly archive?: boolean | undefined;
}

/**
 * Adds the options that commands share: `--json`, `--no-color` and `--config`, those of the service if the command uses a key, `--store` and `--archive`.
 *
 * @param command - The command.
 * @param groups - See {@link OptionGroups}.
 */
export function withSharedOptions(
  command: Command,
  { keys, store = false, archive = false }: OptionGroups = {},
): Command {
  if (archive)
    command.option('--archive <dir>', 'folder of the archive (default: $PARLANCE_ARCHIVE, else ./archive)');
  if (keys !== undefined) addServiceOptions(command, keys);
  if (store)
    command.option(
      '--store <url>',
      'sqlite:FILE or postgres://HOST/DATABASE (default: $PARLANCE_STORE, else sqlite:./parlance.db)',
    );
  return command
    .option(
      '--config <file>',
      'configuration file (default: parlance.config.{ts,mts,mjs,js,json} in this folder)',
    )
    .option('--json', 'print one JSON object per line')
    .option('--no-color', 'do not use colors (default: $NO_COLOR)');
}

function addServiceOptions(command: Command, keys: 'one' | 'each'): void {
  const source = (word: string): string => (keys === 'one' ? word : `kind=${word}`);
  const which = keys === 'one' ? 'the key' : 'the key of a kind (api, admin or compliance)';
  const collect = keys === 'one' ? collectValues : collectKinds;
  command
    .option('--base-url <url>', 'URL of the service (default: $PARLANCE_BASE_URL)')
    .option(
      '--naming <names>',
      'names of the deployment, as vendor=X,assistant=Y,githost=Z (default: $PARLANCE_NAMING)',
    )
    .addOption(new Option(`--key-file <${source('file')}>`, `file with ${which}`).argParser(collect))
    .addOption(
      new Option(`--key-command <${source('command')}>`, `command that prints ${which}`).argParser(collect),
    );
}

function collectValues(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** The value is not repeated in the error, because a command may contain a secret. */
function collectKinds(value: string, earlier?: readonly string[]): readonly string[] {
  if (/^(api|admin|compliance)=./s.test(value)) return collectValues(value, earlier);
  throw new CommandError(
    'invalid_arguments',
    'A source of a key must start with its kind: api=, admin= or compliance=.',
  );
}

/**
 * Adds examples to the help of a command.
 *
 * @param command - The command.
 * @param examples - Command lines and what they do.
 */
export function withExamples(
  command: Command,
  examples: readonly (readonly [line: string, does: string])[],
): Command {
  const lines = examples.map(([line, does]) => `  # ${does}\n  $ ${line}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n\n')}`);
}
