/** `parlance hold`: chats that must not be deleted. */
import type { Command } from 'commander';
import {
  ArchiveError,
  openArchive,
  openHolds,
  type Hold,
  type HoldEffect,
  type HoldScope,
  type Holds,
} from '@parlance/archive';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { invalidArguments } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';
import { snakeKeys } from '../terminal/snake-keys.js';

interface ReleaseOptions extends CommonOptions {
  readonly by: string;
  readonly reason: string;
}

interface AddOptions extends ReleaseOptions {
  readonly user?: string | undefined;
  readonly project?: string | undefined;
  readonly chat?: string | undefined;
  readonly text?: string | undefined;
  readonly matchesNothingYet?: boolean | undefined;
}

interface ListOptions extends CommonOptions {
  readonly all?: boolean | undefined;
}

/** Adds `parlance hold`. */
export function addHold(program: Command, run: RunCommand): void {
  const group = program
    .command('hold')
    .description('Keep chats from being deleted, for example during a legal matter.');
  addAdd(group, run);
  addList(group, run);
  addCheck(group, run);
  addRelease(group, run);
}

function addAdd(group: Command, run: RunCommand): void {
  const add = withAuthor(group.command('add'))
    .description(
      'Add a hold, and count the archived chats that it matches. It invalidates retention plans that were made before.',
    )
    .option('--user <user>', 'all chats of a user: id, e-mail address or name, also an earlier one')
    .option('--project <project>', 'all chats of a project: id or name')
    .option('--chat <chat>', 'one chat: id, link or title')
    .option('--text <text>', 'all chats that contain a text')
    .option(
      '--matches-nothing-yet',
      'state that the hold matches no archived chat yet, for example because somebody joins next week',
    )
    .action((options: AddOptions) => run(options, (context) => addOne(context, options)));
  withSharedOptions(add, { store: true, archive: true }, [
    [
      'parlance hold add --user omar@example.com --by lena@example.com --reason "matter 17"',
      'keep all chats of a user',
    ],
    [
      'parlance hold add --text "project falcon" --by lena@example.com --reason "matter 17"',
      'keep chats by their text',
    ],
  ]);
}

function addList(group: Command, run: RunCommand): void {
  const list = group
    .command('list')
    .description('List the holds that are in force, and count the archived chats that each matches.')
    .option('--all', 'also list holds that were released')
    .action((options: ListOptions) => run(options, (context) => listAll(context, options)));
  withSharedOptions(list, { store: true, archive: true }, [
    ['parlance hold list --all --json', 'list every hold there ever was'],
  ]);
}

function addCheck(group: Command, run: RunCommand): void {
  const check = group
    .command('check')
    .description(
      'Check the holds in force: how many chats each matches, and whether the archive knows the users, projects and chats that it names.',
    )
    .action((options: CommonOptions) => run(options, (context) => checkAll(context)));
  withSharedOptions(check, { store: true, archive: true }, [
    ['parlance hold check', 'check all holds; the exit code is 3 if one protects nobody'],
  ]);
}

function addRelease(group: Command, run: RunCommand): void {
  const release = withAuthor(group.command('release'))
    .description('Release a hold. It stays on record.')
    .argument('<id>', 'id of the hold')
    .action((id: string, options: ReleaseOptions) =>
      run(options, (context) => releaseOne(context, id, options)),
    );
  withSharedOptions(release, { store: true, archive: true }, [
    [
      'parlance hold release hold_01ABC --by lena@example.com --reason "matter 17 is closed"',
      'release a hold',
    ],
  ]);
}

function withAuthor(command: Command): Command {
  return command
    .requiredOption('--by <person>', 'who decides, for example an e-mail address')
    .requiredOption('--reason <text>', 'why, for example the number of a matter');
}

async function addOne(context: CommandContext, options: AddOptions): Promise<ExitCode> {
  const { by, reason, matchesNothingYet } = options;
  const scope = scopeOf(options);
  const created = context.settings.missingStore;
  return withHolds(context, 'create', async (holds) => {
    if (created !== undefined) context.output.note(`Created the store ${created}.`);
    const hold = await holds.add({ ...scope, by, reason, matchesNothingYet });
    await printHold(context, hold, hold);
    if (hold.matches === 0) context.output.note(noteOf(hold));
  });
}

async function listAll(context: CommandContext, { all = false }: ListOptions): Promise<ExitCode> {
  return withHolds(context, 'existing', async (holds) => {
    const found = await holds.check({ released: all }).catch(async (error: unknown) => {
      if (!ArchiveError.is(error)) throw error;
      // A damaged archive does not hide who is on hold.
      context.output.note(`Chats cannot be counted: ${error.message}`);
      return holds.list({ released: all });
    });
    for (const hold of found) await printHold(context, hold, 'matches' in hold ? hold : undefined);
    if (found.length === 0) context.output.note('No holds.');
  });
}

async function checkAll(context: CommandContext): Promise<ExitCode> {
  let problems = 0;
  const done = await withHolds(context, 'existing', async (holds) => {
    const checked = await holds.check();
    for (const hold of checked) await printHold(context, hold, hold);
    problems = checked.filter(({ problem }) => problem !== null).length;
    const text = `${count(checked.length, 'hold')} in force, ${count(problems, 'problem')}`;
    await context.output.result('summary', { holds: checked.length, problems }, text);
  });
  return problems > 0 ? EXIT_CODES.problems : done;
}

async function releaseOne(
  context: CommandContext,
  id: string,
  { by, reason }: ReleaseOptions,
): Promise<ExitCode> {
  return withHolds(context, 'existing', async (holds) =>
    printHold(context, await holds.release(id, { by, reason })),
  );
}

async function withHolds(
  { settings }: CommandContext,
  which: 'create' | 'existing',
  work: (holds: Holds) => Promise<void>,
): Promise<ExitCode> {
  const archive = await openArchive(settings.archive);
  await using store = await (which === 'create' ? settings.openStore() : settings.openExistingStore());
  await work(await openHolds(store, archive));
  return EXIT_CODES.ok;
}

function scopeOf({ user, project, chat, text }: AddOptions): HoldScope {
  const scopes = Object.entries({ user, project, chat, text }).filter(([, value]) => value !== undefined);
  if (scopes.length === 1) return Object.fromEntries(scopes) as HoldScope;
  throw invalidArguments('Set exactly one of --user, --project, --chat and --text.');
}

function noteOf({ scope, matchesNothingYetBy }: Hold): string {
  const refuses = !('text' in scope) && matchesNothingYetBy === null;
  const consequence = refuses
    ? ' Until it does, no retention plan is made, unless you add it with --matches-nothing-yet.'
    : '';
  return `The hold matches no archived chat.${consequence}`;
}

/** What a hold matches, and what a check has found. */
type ShownEffect = HoldEffect & { readonly problem?: string | null };

async function printHold(context: CommandContext, hold: Hold, effect?: ShownEffect): Promise<void> {
  const { effect: _added, ...rest } = hold;
  const { matches, samples, problem } = effect ?? {};
  const fields = snakeKeys({ ...rest, matches, samples, problem });
  await context.output.result('hold', fields, holdText(hold, effect));
}

function holdText(hold: Hold, effect: ShownEffect | undefined): readonly string[] {
  const { id, scope, reference, reason, addedBy, addedAt, released, matchesNothingYetBy } = hold;
  const [[kind, value] = []] = Object.entries(scope);
  const names = reference?.names.filter((name) => name !== '').map((name) => JSON.stringify(name)) ?? [];
  const matches = effect === undefined ? '' : `  matches ${count(effect.matches, 'chat')}`;
  const stated =
    matchesNothingYetBy === null ? '' : `; ${matchesNothingYetBy} stated that it matches nothing yet`;
  const end = released === null ? '' : `; released by ${released.by} at ${released.at}: ${released.reason}`;
  return [
    `${id}  ${kind} ${value}${matches}  added by ${addedBy} at ${addedAt}: ${reason}${stated}${end}`,
    ...(names.length === 0 ? [] : [`  called ${names.join(', ')}`]),
    ...(effect?.problem == null ? [] : [`  problem: ${effect.problem}`]),
    ...(effect?.samples ?? []).map(
      ({ chat, title, email }) => `  for example ${chat} "${title}" of ${email}`,
    ),
  ];
}
