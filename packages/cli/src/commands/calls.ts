/** `parlance calls`: decides the tool calls that workers wait with. */
import type { Command } from 'commander';
import { openToolCalls, type ToolCalls, type WorkerCall } from '@parlance/workers';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { withExamples, withSharedOptions } from '../shared-options.js';

interface CallOptions extends CommonOptions {
  readonly worker: string;
}

interface DecisionOptions extends CallOptions {
  readonly by: string;
  readonly digest?: string | undefined;
  readonly reason?: string | undefined;
}

/** Adds `parlance calls`. */
export function addCalls(program: Command, run: RunCommand): void {
  const group = program
    .command('calls')
    .description('Decide tool calls of agents that wait for a person, in the store of the workers.');
  const list = withWorker(group.command('list'))
    .description('List the calls that wait, results that the service refused, and sessions in quarantine.')
    .action((options: CallOptions) => run(options, (context) => listAll(context, options)));
  withExamples(list, [['parlance calls list --store sqlite:workers.db', 'list what waits for a person']]);
  const approve = withAuthor(group.command('approve'))
    .description('Allow a call to run.')
    .action((id: string, options: DecisionOptions) =>
      run(options, (context) => decide(context, 'approve', id, options)),
    );
  withExamples(approve, [['parlance calls approve sevt_01ABC --by lena@example.com', 'allow a call']]);
  const deny = withAuthor(group.command('deny'))
    .description('Deny a call. The agent receives the reason.')
    .option('--reason <text>', 'why, for the agent')
    .action((id: string, options: DecisionOptions) =>
      run(options, (context) => decide(context, 'deny', id, options)),
    );
  withExamples(deny, [
    ['parlance calls deny sevt_01ABC --by lena@example.com --reason "too much"', 'deny a call'],
  ]);
}

function withWorker(command: Command): Command {
  return withSharedOptions(command, { store: true }).option(
    '--worker <name>',
    'name of the workers',
    'tools',
  );
}

function withAuthor(command: Command): Command {
  return withWorker(command)
    .argument('<id>', 'id of the call')
    .requiredOption('--by <person>', 'who decides, for example an e-mail address')
    .option(
      '--digest <sha256>',
      'refuse if the input of the call has another digest than the one that was listed',
    );
}

async function listAll(context: CommandContext, options: CallOptions): Promise<ExitCode> {
  return withCalls(context, options, async (calls) => {
    const { output } = context;
    const waiting = await calls.waiting();
    for (const call of waiting) await printCall(context, call);
    for (const { id, sessionId, toolName, problem } of await calls.refused())
      await output.result(
        'refused_call',
        { id, session_id: sessionId, tool: toolName, problem },
        `${id}  ${toolName}  refused: ${problem}  (${sessionId})`,
      );
    for (const { sessionId, problem } of await calls.quarantined())
      await output.result(
        'quarantined_session',
        { session_id: sessionId, problem },
        `${sessionId}  in quarantine: ${problem}`,
      );
    if (waiting.length === 0) output.note('No call waits for a decision.');
  });
}

async function decide(
  context: CommandContext,
  verdict: 'approve' | 'deny',
  id: string,
  options: DecisionOptions,
): Promise<ExitCode> {
  const { by, digest, reason } = options;
  return withCalls(context, options, async (calls) => {
    if (verdict === 'approve') await calls.approve(id, { by, inputDigest: digest });
    else await calls.deny(id, { by, inputDigest: digest, reason });
    const done = verdict === 'approve' ? 'approved' : 'denied';
    await context.output.result('decision', { id, verdict: done, by }, `${id}  ${done} by ${by}`);
  });
}

async function withCalls(
  { settings }: CommandContext,
  { worker }: CallOptions,
  work: (calls: ToolCalls) => Promise<void>,
): Promise<ExitCode> {
  await using store = await settings.openExistingStore();
  await work(await openToolCalls(store, { name: worker }));
  return EXIT_CODES.ok;
}

async function printCall({ output }: CommandContext, call: WorkerCall): Promise<void> {
  const { id, sessionId, toolName, kind, input, inputDigest, since } = call;
  const at = new Date(since).toISOString();
  const fields = {
    id,
    session_id: sessionId,
    tool: toolName,
    kind,
    input,
    input_digest: inputDigest,
    since: at,
  };
  const text = `${id}  ${toolName} ${JSON.stringify(input)}  since ${at}  (${sessionId})`;
  await output.result('call', fields, text);
}
