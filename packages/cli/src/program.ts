/** The commands of `parlance`. */
import { Command } from 'commander';
import { invalidArguments } from './command-error.js';
import type { RunCommand } from './command-context.js';
import { addApi } from './commands/api.js';
import { addBatch } from './commands/batch.js';
import { addCalls } from './commands/calls.js';
import { addCompletion, addHelp } from './commands/completion.js';
import { addDoctor } from './commands/doctor.js';
import { addExport } from './commands/export.js';
import { addFakes } from './commands/fakes.js';
import { addFollow } from './commands/follow.js';
import { addHold } from './commands/hold.js';
import { addKeys, addLimits } from './commands/keys.js';
import { addOffboard } from './commands/offboard.js';
import { addOrg } from './commands/org.js';
import { addRetention } from './commands/retention.js';
import { addSearch } from './commands/search.js';
import { addUsage } from './commands/usage.js';
import { ListOption } from './option-parsers.js';
import { withExamples } from './shared-options.js';
import type { PrintStream } from './terminal/output.js';

/** The process, as help, the version and the emulator use it. All other commands print through `run`. */
export interface ProgramProcess {
  readonly stdout: Pick<PrintStream, 'write'>;
  readonly stderr: Pick<PrintStream, 'write'>;
  exitCode: number;
}

/**
 * Creates the command.
 *
 * @param version - Version of the package.
 * @param run - Runs a command with its parsed options.
 * @param process - See {@link ProgramProcess}.
 */
export function createProgram(version: string, run: RunCommand, process: ProgramProcess): Command {
  const program = new Command('parlance')
    .description(
      'Export, search and retain the data of an organization, decide who is in it, run batches, decide tool calls, and check a setup.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help for a command')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    // Errors of arguments are printed where all other errors are.
    .configureOutput({
      writeOut: (text) => process.stdout.write(text),
      writeErr: (text) => process.stderr.write(text),
      outputError: () => undefined,
    })
    .hook('preAction', (_, command) => checkValues(command));
  addExport(program, run);
  addFollow(program, run);
  addSearch(program, run);
  addHold(program, run);
  addRetention(program, run);
  addOrg(program, run);
  addOffboard(program, run);
  addApi(program, run);
  addBatch(program, run);
  addCalls(program, run);
  addUsage(program, run);
  addKeys(program, run);
  addLimits(program, run);
  addDoctor(program, run);
  addFakes(program, process);
  addCompletion(program, process);
  addHelp(program);
  withExamples(program, [['parlance doctor', 'check the keys, the network and the store']]);
  program.addHelpText('after', EXIT_CODE_HELP);
  refuseRepeated(program);
  return program;
}

/** Refuses a second value of an option that is not a list. Commander would silently drop the first one. */
function refuseRepeated(command: Command): void {
  const seen = new Set<string>();
  for (const option of command.options) {
    if (option instanceof ListOption) continue;
    const name = option.name();
    command.on(`option:${name}`, () => {
      if (seen.has(name)) throw invalidArguments(`${option.long} must not be repeated.`);
      seen.add(name);
    });
  }
  for (const child of command.commands) refuseRepeated(child);
}

/** Refuses what can only be a mistake: an unset variable as in `--archive "$DIR"`, or an option in place of a value. */
function checkValues(command: Command): void {
  const flags = new Set<unknown>(command.options.flatMap(({ short, long }) => [short, long]));
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one === '') throw invalidArguments(`${option.long} must not be empty.`);
      if (typeof one === 'string' && flags.has(one))
        throw invalidArguments(`${option.long} requires a value; received the option ${one}.`);
    }
  }
}

const EXIT_CODE_HELP = `
Exit codes:
  0    done
  1    failed
  2    invalid arguments or configuration, or a missing key; nothing was sent
  3    completed, and found problems
  4    refused, because it would be unsafe
  5    the service or the store was unavailable for longer than --max-wait
  130  stopped by Ctrl-C; 143 by SIGTERM. Run the same command again to continue`;
