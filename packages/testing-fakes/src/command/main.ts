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

const USAGE = `Usage:
  parlance-fakes serve [options]
      Serve the emulator over HTTP. Prints one line of JSON when ready.
  parlance-fakes serve --record FILE --upstream URL [--keep-content] [--port N] [--host ADDRESS]
      Forward all requests to a service and record them with its responses. Secrets are never recorded; prompts and
      replies only with --keep-content.
  parlance-fakes verify --against URL [--allow-writes --workspace-marker NAME] [options]
      Send the contract's scenarios to a deployment and report where it differs from the emulator, rule by rule. Sends only
      reads, unless --allow-writes. The exit code is 1 when there are differences, and 2 when the run did not end.
  parlance-fakes open FILE [options]
      Serve a saved run, for example of a failed test. Accepts the options of serve.
  parlance-fakes export --data FILE --to FILE [--world NAME]
      Export a world of a data file to a JSON file. NAME defaults to "default".
  parlance-fakes import --data FILE --from FILE [--world NAME]
      Import a world from a JSON file into a data file. NAME defaults to the name in the JSON file.
  parlance-fakes check FILE
      Read every row of a data file. The exit code is 1 when one is damaged.
  parlance-fakes rules [--json]
      Print the rules that the emulator enforces.
  parlance-fakes rules --run FILE
      Print how often the requests of a journal or saved run violated each rule.
  parlance-fakes reliance --from FOLDER [--json]
      Print the assumptions that a test run used, and the operations and rules that it did not use. Run the tests with
      PARLANCE_RELIANCE=FOLDER; each emulator of withFake writes a file.
  parlance-fakes help | version
      Print this help, or the version.

Options of serve and open:
  --port N              TCP port; 0 picks a free port (default: 0)
  --host ADDRESS        Address to listen on (default: 127.0.0.1)
  --allow-remote        Allow a --host that other machines can connect to
  --seed demo|empty     Initial records of new worlds (default: empty)
  --users N, --chats N, --activities N
                        Grow the demo organization to this size; requires --seed demo
  --organizations N     Number of organizations of the demo, under one parent (default: 1); requires --seed demo
  --data FILE           Store the worlds in this file, created if missing (default: in memory)
  --naming vendor=X,assistant=Y,githost=Z
                        Names that the deployment uses (default: the names in the documentation)
  --betas strict|lenient
                        Whether to require the beta names that operations document (default: strict)
  --nulls sent|omitted  Whether responses contain optional members that are null (default: sent)
  --models any|known    Which models requests may name: any, or only listed ones and aliases (default: any)
  --scenario FILE       YAML or JSON file with the initial scenario of every world: replies, sessions, faults,
                        limits, clock and changes
  --replay FILE         Reply to all requests with the responses of a recording
  --divergences FILE    Reply like the deployment that verify wrote this file for
  --faults FILE         JSON file with the initial faults of every world
  --limits FILE         JSON file with the initial rate limits of every world
  --pace-ms N           Delay between stream events, in milliseconds (default: 0)
  --chunks-per-write N  Write up to N chunks of a stream to the socket at once, as proxies do (default: 1)
  --control-token       Require a token for the control API (/_fake), for machines with other users. The token is
                        printed as control_token when ready; send it as authorization: Bearer TOKEN
  --verbose             Log each request to standard error, with its operation, status and violated rule

Options of verify (keys: PARLANCE_API_KEY, PARLANCE_ADMIN_KEY, PARLANCE_COMPLIANCE_KEY):
  --allow-writes        Also send requests that create, change and delete objects, or call a model
  --workspace-marker NAME
                        Name of a vault in the workspace of the API key. It proves that the workspace is for tests.
                        Required by --allow-writes
  --divergences FILE    Write the differences to this file, without data of the deployment, for serve --divergences
  --naming              As for serve
  --json                Print the report as JSON
  --yes                 Start without asking
`;

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
        terminal.out(await (command === 'export' ? exportWorld(rest) : importWorld(rest)));
        return 0;
      case 'check': {
        const { text, code } = await checkData(rest);
        terminal.out(text);
        return code;
      }
      case 'help':
      case '--help':
      case '-h':
        terminal.out(USAGE.replaceAll('parlance-fakes', programOf(terminal)));
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
