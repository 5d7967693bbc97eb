/** `parlance usage` and `parlance cost`: what the organization has used, and what it costs. */
import type { Command } from 'commander';
import type { CostResult, UsageResult } from '@parlance/schemas/admin';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { invalidArguments } from '../command-error.js';
import type { ExitCode } from '../exit-codes.js';
import { instant } from '../option-parsers.js';
import { sumOf } from '../reports/amount.js';
import { collect, groups, GROUPS, readGroups, type Group } from '../reports/groups.js';
import { withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';
import { csvOption, printRows, type PrintedRows } from '../terminal/rows.js';

interface ReportOptions extends CommonOptions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: readonly Group[] | undefined;
  readonly teamTag: string;
  readonly csv?: boolean | undefined;
}

const DEFAULT_GROUPS: readonly Group[] = ['workspace', 'model'];
/** Most days of a page. */
const PAGE_DAYS = 31;

/** Adds `parlance usage` and `parlance cost`. */
export function addUsage(program: Command, run: RunCommand): void {
  const usage = withPeriod(program.command('usage'))
    .description('Report the tokens that the organization has used.')
    .action((options: ReportOptions) => run(options, (context) => reportUsage(context, options)));
  withSharedOptions(usage, { keys: 'one' }, [
    ['parlance usage --by key,model', 'report the usage of each key in this month'],
    ['parlance usage --from 2026-01 --by month,team --csv', 'write a table for a spreadsheet'],
  ]);
  const cost = withPeriod(program.command('cost'))
    .description('Report what the usage of the organization costs.')
    .action((options: ReportOptions) => run(options, (context) => reportCost(context, options)));
  withSharedOptions(cost, { keys: 'one' }, [
    ['parlance cost --by team --team-tag cost-center', 'charge this month to the tag of each workspace'],
    ['parlance cost --from 2026-01 --by month,workspace,model --csv', 'write a table for a spreadsheet'],
  ]);
}

function withPeriod(command: Command): Command {
  return command
    .option('--from <date>', 'first day, or month (default: the first of this month)', instant)
    .option('--to <date>', 'day or month before which it ends (default: now)', instant)
    .option('--by <groups>', `some of ${GROUPS.join(',')} (default: ${DEFAULT_GROUPS.join(',')})`, groups)
    .option('--team-tag <tag>', 'tag of workspaces that names their team', 'team')
    .addOption(csvOption());
}

async function reportUsage(context: CommandContext, options: ReportOptions): Promise<ExitCode> {
  const { by = DEFAULT_GROUPS } = options;
  await using admin = await context.settings.adminClient();
  const group_by = [
    ...(hasWorkspaces(by) ? (['workspace_id'] as const) : []),
    ...(by.includes('key') ? (['api_key_id'] as const) : []),
    ...(by.includes('model') ? (['model'] as const) : []),
  ];
  const query = { ...periodOf(options), limit: PAGE_DAYS, group_by };
  const buckets = admin.usage.messages(query, { signal: context.signal });
  const groups = await collect(buckets, await readGroups(admin, { ...options, by }, context.signal));
  const rows = groups.map(({ cells, results }) => ({ ...cells, ...tokensOf(results) }));
  return print(context, options, { type: 'usage', rows });
}

/** The numbers of a row. */
function tokensOf(results: readonly UsageResult[]): Readonly<Record<string, number>> {
  const sum = (of: (result: UsageResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  return {
    input_tokens: sum((result) => result.uncached_input_tokens),
    cache_write_tokens: sum(
      ({ cache_creation: { ephemeral_1h_input_tokens: hour, ephemeral_5m_input_tokens: minutes } }) =>
        hour + minutes,
    ),
    cache_read_tokens: sum((result) => result.cache_read_input_tokens),
    output_tokens: sum((result) => result.output_tokens),
    web_searches: sum((result) => result.server_tool_use.web_search_requests),
  };
}

async function reportCost(context: CommandContext, options: ReportOptions): Promise<ExitCode> {
  const { by = DEFAULT_GROUPS } = options;
  if (by.includes('key'))
    throw invalidArguments(
      'The service does not report costs by key.',
      'Use "parlance usage --by key", or one workspace for each key that is charged.',
    );
  await using admin = await context.settings.adminClient();
  const group_by = [
    ...(hasWorkspaces(by) ? (['workspace_id'] as const) : []),
    ...(by.includes('model') ? (['description'] as const) : []),
  ];
  const query = { ...periodOf(options), limit: PAGE_DAYS, group_by };
  const buckets = admin.cost.list(query, { signal: context.signal });
  const groups = await collect(buckets, await readGroups(admin, { ...options, by }, context.signal));
  const rows = groups.flatMap(({ cells, results }) =>
    sums(results).map(([currency, amount]) => ({ ...cells, amount, currency })),
  );
  return print(context, options, {
    type: 'cost',
    rows,
    totals: sums(groups.flatMap(({ results }) => results)),
  });
}

/** Adds amounts by currency. */
function sums(results: readonly CostResult[]): readonly (readonly [currency: string, amount: string])[] {
  const byCurrency = Map.groupBy(results, ({ currency }) => currency);
  return [...byCurrency].map(([currency, all]) => [
    currency,
    sumOf(
      all.map(({ amount }) => amount),
      currency,
    ),
  ]);
}

function hasWorkspaces(by: readonly Group[]): boolean {
  return by.includes('workspace') || by.includes('team');
}

async function print(
  { output }: CommandContext,
  options: ReportOptions,
  { totals, ...report }: Pick<PrintedRows, 'type' | 'rows'> & { readonly totals?: ReturnType<typeof sums> },
): Promise<ExitCode> {
  const { starting_at: from, ending_at: to = null } = periodOf(options);
  const rows = report.rows.length;
  const sum = (totals ?? []).map(([currency, amount]) => `, ${amount} ${currency}`).join('');
  const text = `${count(rows, 'row')} from ${from.slice(0, 10)} to ${to?.slice(0, 10) ?? 'now'}${sum}`;
  const summary = { from, to, rows, ...(totals !== undefined && { totals: Object.fromEntries(totals) }) };
  return printRows(output, { ...report, csv: options.csv, summary, text });
}

function periodOf({ from, to }: ReportOptions): {
  readonly starting_at: string;
  readonly ending_at?: string;
} {
  const starting_at = from ?? `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  return { starting_at, ...(to !== undefined && { ending_at: to }) };
}
