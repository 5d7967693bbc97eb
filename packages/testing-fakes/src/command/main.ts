/** The commands of `parlance-fakes`. */
import { nearestKey } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import { readArguments, readDocument, show, UsageError } from './arguments.js';
import { checkData } from './check-data.js';
import { exportWorld, importWorld } from './move-world.js';
import { printRules, printRun } from './print-rules.js';
import { record } from './record.js';
import { readReliance } from '../reliance/facts-folder.js';
import { formatReliance } from '../reliance/reliance.js';
import { isRecording, readRecordArguments } from './record-arguments.js';
import { readOpenArguments, readServeArguments } from './serve-arguments.js';
import { serve } from './serve.js';
import { programOf, type Terminal } from './terminal.js';
import { formatUsage } from './usage.js';

/**
 * Runs a command.
 *
 * @param argv - Arguments after the program name.
 * @param terminal - See {@link Terminal}.
 * @returns Exit code: 0 on success, 1 when the command failed, 2 when the arguments are invalid.
 */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [command, ...rest] = argv;
  if (rest.includes('--help') || rest.includes('-h')) return main(['help'], terminal);
  try {
    switch (command) {
      case 'serve':
        return await (isRecording(rest)
          ? record(readRecordArguments(rest), terminal)
          : serve(await readServeArguments(rest), terminal));
      case 'verify':
        return await (await import('./verify.js')).runVerify(rest, terminal);
      case 'open':
        return await serve(await readOpenArguments(rest), terminal);
      case 'rules':
        return await runRules(rest, terminal);
      case 'reliance':
        return await runReliance(rest, terminal);
      case 'export':
      case 'import':
        return await runMove(command, rest, terminal);
      case 'check': {
        const { text, code } = await checkData(rest);
        terminal.out(text);
        return code;
      }
      case 'help':
      case '--help':
      case '-h':
        terminal.out(formatUsage(programOf(terminal)));
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
    const program = programOf(terminal);
    terminal.err(`${program}: ${error.message}\nRun "${program} help" for a list of commands and options.\n`);
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

const COMMANDS = [
  'serve',
  'verify',
  'open',
  'export',
  'import',
  'check',
  'rules',
  'reliance',
  'help',
  'version',
];

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

async function runRules(rest: readonly string[], terminal: Terminal): Promise<number> {
  const { json, run } = readArguments(rest, rulesOptions, ['json']);
  terminal.out(
    run === undefined
      ? printRules(json ? 'json' : 'text')
      : await readDocument({ name: '--run', path: run, read: printRun }),
  );
  return 0;
}

const relianceOptions = z.strictObject({ from: z.string().min(1), json: z.boolean().default(false) });

async function runReliance(rest: readonly string[], terminal: Terminal): Promise<number> {
  const { from, json } = readArguments(rest, relianceOptions, ['json']);
  try {
    const report = await readReliance(from);
    terminal.out(json ? `${JSON.stringify(report, null, 2)}\n` : formatReliance(report));
    return 0;
  } catch (error) {
    throw new UsageError(`--from: ${(error as Error).message}`);
  }
}
