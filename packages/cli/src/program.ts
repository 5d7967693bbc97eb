/** The commands of `parlance`. */
import { Command } from 'commander';
import type { RunCommand } from './command-context.js';
import { addBatch } from './commands/batch.js';
import { addDoctor } from './commands/doctor.js';
import { addExport } from './commands/export.js';
import { addFakes } from './commands/fakes.js';
import { addHold } from './commands/hold.js';
import { addRetention } from './commands/retention.js';
import { addSearch } from './commands/search.js';
import { withExamples } from './shared-options.js';

/**
 * Creates the command.
 *
 * @param version - Version of the package.
 * @param run - Runs a command with its parsed options.
 */
export function createProgram(version: string, run: RunCommand): Command {
  const program = new Command('parlance')
    .description('Export, search and retain the data of an organization, run batches, and check a setup.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help for a command')
    .helpCommand('help [command]', 'print help for a command')
    .enablePositionalOptions()
    .exitOverride()
    // Errors of arguments are printed where all other errors are.
    .configureOutput({ outputError: () => undefined });
  addExport(program, run);
  addSearch(program, run);
  addHold(program, run);
  addRetention(program, run);
  addBatch(program, run);
  addDoctor(program, run);
  addFakes(program);
  withExamples(program, [['parlance doctor', 'check the keys, the network and the store']]);
  program.addHelpText('after', EXIT_CODE_HELP);
  return program;
}

const EXIT_CODE_HELP = `
Exit codes:
  0    done
  1    failed
  2    invalid arguments or configuration, or a missing key; nothing was sent
  3    completed, and found problems
  4    refused, because it would be unsafe
  130  stopped by Ctrl-C; 143 by SIGTERM. Run the same command again to continue`;
