/** The commands of `parlance-fakes`. */
import { nearestKey } from '@parlance/schemas/validation';
import * as z from 'zod';
import { readArguments, readDocument, show, UsageError } from './arguments.js';
import { exportWorld, importWorld } from './move-world.js';
import { printRules, printRun } from './print-rules.js';
import { readOpenArguments, readServeArguments } from './serve-arguments.js';
import { serve } from './serve.js';

/** What a command has of the process. */
export interface Terminal {
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  /** Calls back when the process is asked to end. */
  readonly onSignal: (stop: () => void) => void;
  /** Version of the package. */
  readonly version: string;
}

const USAGE = `Usage:
  parlance-fakes serve [options]   serve the emulator over HTTP; prints one JSON line when ready
  parlance-fakes open FILE [options]
                                   serve the world that a failing test has saved, as it was
  parlance-fakes export --data FILE --to FILE [--world NAME]
                                   write a world of a data file as JSON (default world: default)
  parlance-fakes import --data FILE --from FILE [--world NAME]
                                   put a world from JSON into a data file, under its own or another name
  parlance-fakes rules [--json]    print the table of rules
  parlance-fakes rules --run FILE  print which rules the requests of a journal or saved run broke
  parlance-fakes help | version    print this, or the version

Options of serve:
  --port N            TCP port; 0 takes a free one (default 0)
  --host ADDRESS      address to listen on (default 127.0.0.1)
  --allow-remote      allow an address that is not loopback
  --seed demo|empty   what new worlds are filled with (default empty)
  --users N, --chats N, --activities N
                      size of the demo organization, where more is wanted than it has
  --data FILE         keep the worlds in a file, made when there is none (default: in memory)
  --naming vendor=X,assistant=Y,githost=Z
                      a deployment's own words; one left out keeps the documents' word
  --nulls sent|omitted
                      whether responses have their members that are null (default sent)
  --faults FILE       JSON file with the faults that every world begins with
  --limits FILE       JSON file with the rate limits that every world begins with
  --pace-ms N         milliseconds between the events of a stream (default 0)
  --verbose           print each request with operation, status and rule on standard error
`;

/**
 * Runs the command.
 *
 * @param argv - Arguments after the name of the program.
 * @param terminal - See {@link Terminal}.
 * @returns Exit code: 0 when all is well, 1 when the command failed, 2 for bad arguments.
 */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [command, ...rest] = argv;
  if (rest.includes('--help') || rest.includes('-h')) return main(['help'], terminal);
  try {
    switch (command) {
      case 'serve':
        return await serve(readServeArguments(rest), terminal);
      case 'open':
        return await serve(readOpenArguments(rest), terminal);
      case 'rules':
        return runRules(rest, terminal);
      case 'export':
      case 'import':
        return await runMove(command, rest, terminal);
      case 'help':
      case '--help':
      case '-h':
        terminal.out(USAGE);
        return 0;
      case 'version':
      case '--version':
        terminal.out(`${terminal.version}\n`);
        return 0;
      default:
        throw new UsageError(command === undefined ? 'a command is required' : unknownCommand(command));
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`parlance-fakes: ${error.message}\nparlance-fakes help shows the commands and options.\n`);
    return 2;
  }
}

async function runMove(
  command: 'export' | 'import',
  rest: readonly string[],
  terminal: Terminal,
): Promise<number> {
  terminal.out(await (command === 'export' ? exportWorld(rest) : importWorld(rest)));
  return 0;
}

const COMMANDS = ['serve', 'open', 'export', 'import', 'rules', 'help', 'version'];

function unknownCommand(command: string): string {
  const nearest = nearestKey(command, COMMANDS);
  const hint = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
  return `unknown command ${show(command)}${hint}; commands: ${COMMANDS.join(', ')}`;
}

const rulesOptions = z
  .strictObject({ json: z.boolean().default(false), run: z.string().min(1).optional() })
  .refine(({ json, run }) => !json || run === undefined, {
    path: ['json'],
    error: 'cannot be combined with --run',
  });

function runRules(rest: readonly string[], terminal: Terminal): number {
  const { json, run } = readArguments(rest, rulesOptions, ['json']);
  terminal.out(
    run === undefined
      ? printRules(json ? 'json' : 'text')
      : readDocument({ name: '--run', path: run, read: printRun }),
  );
  return 0;
}
