/** `parlance fakes`: the emulator. */
import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { CommandError } from '../command-error.js';
import type { ProgramProcess } from '../program.js';
import { withExamples } from '../shared-options.js';

/** Adds `parlance fakes`. Its arguments are those of `parlance-fakes`, which parses them itself. */
export function addFakes(program: Command, ended: ProgramProcess): void {
  const fakes = program
    .command('fakes')
    .description('Run the emulator: serve, open, export, import, check, rules.')
    .argument('[arguments...]', 'command of the emulator and its options; "parlance fakes help" lists them')
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (argv: readonly string[]) => {
      const { runFakesCommand } = await loadEmulator();
      ended.exitCode = await runFakesCommand(argv.length === 0 ? ['help'] : argv, {
        program: 'parlance fakes',
        version: manifest.version,
        out: (text) => ended.stdout.write(text),
        err: (text) => ended.stderr.write(text),
        isInteractive: process.stderr.isTTY,
        onSignal: (stop) => {
          process.once('SIGTERM', stop);
          process.once('SIGINT', stop);
        },
      });
    });
  withExamples(fakes, [
    [
      'parlance fakes serve --port 8080 --seed demo',
      'serve an organization with users, chats and activities',
    ],
    ['parlance fakes serve --data ./world.db', 'keep the records in a file'],
  ]);
}

/** Loads the emulator for this command only: it takes longer to load than all others together, and it need not be installed. */
async function loadEmulator(): Promise<typeof import('@parlance/testing-fakes/command')> {
  try {
    return await import('@parlance/testing-fakes/command');
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    throw new CommandError('missing_emulator', 'The emulator is not installed.', {
      hint: 'Install the package @parlance/testing-fakes where this command is installed.',
    });
  }
}

function isNotInstalled(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes("'@parlance/testing-fakes'")
  );
}
