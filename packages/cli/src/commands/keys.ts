/** `parlance keys` and `parlance limits`: the API keys of the organization, and its rate limits. */
import { Option, type Command } from 'commander';
import type { AdminClient } from '@parlance/admin';
import type { ApiKey } from '@parlance/schemas/admin';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { wholeNumber } from '../option-parsers.js';
import { withSharedOptions } from '../shared-options.js';
import { confirm } from '../terminal/confirm.js';
import { count } from '../terminal/count.js';
import { csvOption, printRows, type Row } from '../terminal/rows.js';

interface ListOptions extends CommonOptions {
  readonly status?: ApiKey['status'] | undefined;
  readonly olderThanDays?: number | undefined;
  readonly lastUse?: boolean | undefined;
  readonly csv?: boolean | undefined;
}

interface DeactivateOptions extends CommonOptions {
  readonly yes?: boolean | undefined;
}

const DAY_MS = 86_400_000;
/** Days of usage that are searched for the last use of a key: those of one page. */
const USE_DAYS = 31;

/** Adds `parlance keys`. */
export function addKeys(program: Command, run: RunCommand): void {
  const group = program.command('keys').description('List and deactivate the API keys of the organization.');
  const list = group
    .command('list')
    .description('List the API keys: status, age and who created each.')
    .addOption(
      new Option('--status <status>', 'only these keys').choices([
        'active',
        'inactive',
        'archived',
        'expired',
      ]),
    )
    .option('--older-than-days <n>', 'only keys of this age', wholeNumber(0, 100_000))
    .option('--last-use', `also print the last day with usage, of the last ${USE_DAYS}`)
    .addOption(csvOption())
    .action((options: ListOptions) => run(options, (context) => listKeys(context, options)));
  withSharedOptions(list, { keys: 'one' }, [
    [
      'parlance keys list --status active --older-than-days 365 --last-use',
      'find keys to replace or deactivate',
    ],
  ]);
  const deactivate = group
    .command('deactivate')
    .description('Deactivate API keys: their requests fail until an administrator activates them again.')
    .argument('<ids...>', 'ids of keys')
    .option('-y, --yes', 'do not ask')
    .action((ids: readonly string[], options: DeactivateOptions) =>
      run(options, (context) => deactivateKeys(context, ids, options)),
    );
  withSharedOptions(deactivate, { keys: 'one' }, [
    ['parlance keys deactivate apikey_01ABC', 'deactivate a key, after a question'],
  ]);
}

async function listKeys(
  { output, settings, signal }: CommandContext,
  options: ListOptions,
): Promise<ExitCode> {
  const { status, olderThanDays = 0, lastUse, csv } = options;
  await using admin = await settings.adminClient();
  const used = lastUse === true ? await lastDays(admin, signal) : undefined;
  const now = Date.now();
  const rows: Row[] = [];
  for await (const key of admin.apiKeys.list({ status }, { signal })) {
    const row = rowOf(key, now);
    if (row.age_days < olderThanDays) continue;
    rows.push(used === undefined ? row : { ...row, last_used: used.get(key.id) ?? null });
  }
  const text = count(rows.length, 'key');
  return printRows(output, { type: 'key', rows, csv, summary: { keys: rows.length }, text });
}

function rowOf(key: ApiKey, now: number): Row & { readonly age_days: number } {
  const { id, name, status, created_at, created_by, expires_at, scope, workspace_id } = key;
  const scoped = scope !== undefined && 'workspace_id' in scope ? String(scope.workspace_id) : null;
  return {
    id,
    name,
    status,
    age_days: Math.max(0, Math.floor((now - Date.parse(created_at)) / DAY_MS)),
    created_at,
    created_by: created_by?.id ?? null,
    expires_at: expires_at ?? null,
    workspace_id: workspace_id ?? scoped,
  };
}

/** The last day with usage of each key. */
async function lastDays(admin: AdminClient, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const days = new Map<string, string>();
  const starting_at = new Date(Date.now() - (USE_DAYS - 1) * DAY_MS).toISOString();
  const query = { starting_at, limit: USE_DAYS, group_by: ['api_key_id' as const] };
  for await (const day of admin.usage.messages(query, { signal }))
    for (const { api_key_id } of day.results)
      if (api_key_id != null) days.set(api_key_id, day.starting_at.slice(0, 10));
  return days;
}

async function deactivateKeys(
  context: CommandContext,
  ids: readonly string[],
  { yes }: DeactivateOptions,
): Promise<ExitCode> {
  const { output, settings, signal } = context;
  await using admin = await settings.adminClient();
  const names: string[] = [];
  for (const id of ids) {
    const { name, status } = await admin.apiKeys.retrieve(id, { signal });
    names.push(`${id} "${name}" (${status})`);
  }
  await confirm(context, { message: `This deactivates ${names.join(', ')}.`, yes });
  for (const id of ids) {
    const { name, status } = await admin.apiKeys.update(id, { status: 'inactive' }, { signal });
    await output.result('key', { id, name, status }, `${id}  ${name}  ${status}`);
  }
  await output.result('summary', { deactivated: ids.length }, `${count(ids.length, 'key')} deactivated`);
  return EXIT_CODES.ok;
}

interface LimitsOptions extends CommonOptions {
  readonly workspace?: string | undefined;
  readonly csv?: boolean | undefined;
}

/** Adds `parlance limits`. */
export function addLimits(program: Command, run: RunCommand): void {
  const command = program
    .command('limits')
    .description('List the rate limits of the organization, or of a workspace.')
    .option('--workspace <id>', 'the limits of a workspace, with those that it inherits')
    .addOption(csvOption())
    .action((options: LimitsOptions) => run(options, (context) => listLimits(context, options)));
  withSharedOptions(command, { keys: 'one' }, [
    ['parlance limits --workspace wrkspc_01ABC', 'list the limits of a workspace'],
  ]);
}

async function listLimits(
  { output, settings, signal }: CommandContext,
  { workspace, csv }: LimitsOptions,
): Promise<ExitCode> {
  await using admin = await settings.adminClient();
  const found =
    workspace === undefined
      ? admin.rateLimits.list({}, { signal })
      : admin.workspaces.rateLimits.list(workspace, { include_inherited: true }, { signal });
  const rows: Row[] = [];
  for await (const { group, limits, models } of found)
    for (const { type, value, ...limit } of limits)
      rows.push({
        group: 'display_name' in group ? String(group.display_name) : group.type,
        limit: type,
        value,
        ...('source' in limit && { source: limit.source.type, org_limit: limit.org_limit ?? null }),
        models: models?.join(' ') ?? null,
      });
  const text = count(rows.length, 'limit');
  return printRows(output, { type: 'limit', rows, csv, summary: { limits: rows.length }, text });
}
