/** The command: arguments, output and signals. */
import type { StoreWait } from '@parlance/durable';
import { CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { CommonOptions, RunCommand } from './command-context.js';
import { invalidArguments, type CommandError } from './command-error.js';
import { Settings } from './config/settings.js';
import { describeError } from './describe-error.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';
import { createProgram } from './program.js';
import { Interrupt, type StoppableProcess } from './terminal/interrupt.js';
import { Output, type PrintStream } from './terminal/output.js';

/** The parts of a process that the command uses. */
export interface CommandProcess {
  /** Receives SIGINT and SIGTERM. */
  readonly signals: StoppableProcess;
  readonly stdout: PrintStream;
  readonly stderr: PrintStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/**
 * Runs the command in this thread.
 *
 * @param argv - The arguments.
 * @param streams - Where it runs and prints.
 * @returns The exit code.
 */
export async function runCommandLine(argv: readonly string[], streams: CommandProcess): Promise<number> {
  const ended = { ...streams, exitCode: 0 };
  const run: RunCommand = async (...command) => {
    ended.exitCode = await runCommand(streams, ...command);
  };
  const program = createProgram(manifest.version, run, ended);
  try {
    if (argv.length === 0) program.help({ error: true });
    await program.parseAsync(argv, { from: 'user' });
    return ended.exitCode;
  } catch (error) {
    return reportError(streams, error, argv);
  }
}

/** Prints an error that ended the command or the parsing of its arguments, as help and the version do. Returns the exit code. */
export async function reportError(
  streams: Omit<CommandProcess, 'signals'>,
  error: unknown,
  argv: readonly string[],
): Promise<ExitCode> {
  const output = newOutput(streams, { json: argv.includes('--json') });
  if (!(error instanceof CommanderError)) return report(output, error);
  if (error.exitCode === 0) return EXIT_CODES.ok;
  if (error.code === 'commander.help') return EXIT_CODES.usage;
  return report(output, usageError(error, argv));
}

async function runCommand(
  streams: CommandProcess,
  ...[options, work, config]: Parameters<RunCommand>
): Promise<ExitCode> {
  const output = newOutput(streams, options);
  using interrupt = new Interrupt(streams.signals, () => {
    output.note('Stopping. Press Ctrl-C again to end at once.');
  });
  const { env, cwd } = streams;
  try {
    const onStoreWaiting = (wait: StoreWait): void => showStoreWait(wait, output);
    const onStoreOpened = (location: string): void => output.note(`Store: ${location}`);
    const settings = await Settings.load(options, { env, cwd, onStoreWaiting, onStoreOpened, ...config });
    for (const name of settings.loaded.ignored) await reportIgnored(output, name);
    const working = work({ output, settings, cwd, env, signal: interrupt.signal });
    const exitCode = await working.finally(() => endConfig(settings, output));
    if (interrupt.exitCode === undefined || exitCode === EXIT_CODES.ok) {
      await output.end(exitCode);
      return exitCode;
    }
  } catch (error) {
    if (interrupt.exitCode === undefined) return await report(output, error);
  } finally {
    output.stopProgress();
  }
  return stopped(output, interrupt);
}

async function endConfig({ config }: Settings, output: Output): Promise<void> {
  try {
    await config.onEnd?.();
  } catch (error) {
    await output.warning('end_failed', `onEnd of the configuration failed: ${(error as Error).message}`);
  }
}

async function reportIgnored(output: Output, name: string): Promise<void> {
  const message = `Ignored ${name}, because this command runs no program that it finds.`;
  await output.warning('config_ignored', message, `To use it, add --config ${name}.`);
}

function showStoreWait({ error, waitedMs }: StoreWait, output: Output): void {
  const { code, message } = error;
  void output.event('waiting', { code, message, waited_ms: waitedMs });
  output.note(`${message}; waiting since ${Math.round(waitedMs / 1_000)} s`);
}

async function stopped(output: Output, { received, exitCode }: Interrupt): Promise<ExitCode> {
  const hint = 'Run the same command again to continue.';
  await output.event('stopped', { signal: received, hint, exit_code: exitCode });
  output.note(`Stopped. ${hint}`);
  return exitCode ?? EXIT_CODES.interrupted;
}

async function report(output: Output, error: unknown): Promise<ExitCode> {
  const described = describeError(error);
  const { code, message, hint, request_id: requestId, exit_code: exitCode } = described;
  await output.event('error', described);
  const id = requestId === undefined ? '' : ` (request ${requestId})`;
  output.problem([`parlance: ${message}${id}`, ...(hint === undefined ? [] : [`  ${hint}`])]);
  if (code === 'internal_error' && error instanceof Error && process.env['PARLANCE_LOG'] === 'debug')
    output.problem((error.stack ?? '').split('\n'));
  return exitCode;
}

/** A misspelled option may be followed by a key, so values and unexpected arguments are not repeated. */
function usageError(error: CommanderError, [first]: readonly string[]): CommandError {
  const message = error.message
    .replace(/^error: /, '')
    .replace('\n', ' ')
    .replace(/('--?[\w-]+)=.*'/s, "$1'")
    .replace(/(but got \d+):.*/s, '$1.');
  const isKey = error.code === 'commander.unknownOption' && /'--?[\w-]*(key|token|secret)/.test(message);
  return invalidArguments(message, isKey ? KEY_HINT : hintAfter(first));
}

const KEY_HINT =
  'Keys are not options. Use an environment variable, --key-file FILE or --key-command COMMAND.';

function hintAfter(first: string | undefined): string {
  return first?.startsWith('-') === true
    ? 'Options come after the command, as in "parlance doctor --json".'
    : 'Run "parlance help" for a list of commands and options.';
}

function newOutput(
  { stdout, stderr, env }: Omit<CommandProcess, 'signals'>,
  { json = false, color = true, quiet, timestamps }: CommonOptions,
): Output {
  const output = new Output({ stdout, stderr, json, color: color && !env['NO_COLOR'], quiet, timestamps });
  stdout.once('error', () => {
    output.isClosed = true;
  });
  return output;
}
