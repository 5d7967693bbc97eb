/** `parlance usage` and `parlance cost`: what the organization has used, and what it costs. */
import { Option, type Command } from 'commander';
import type { UsageResult } from '@parlance/schemas/admin';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { instant } from '../option-parsers.js';
import { sumOf } from '../reports/amount.js';
import { groups, GROUPS, RowGroups, type Group } from '../reports/groups.js';
import { withExamples, withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';
import { printRows, type Row } from '../terminal/rows.js';

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
  withSharedOptions(usage, { keys: 'one' });
  withExamples(usage, [
    ['parlance usage --by key,model', 'report the usage of each key in this month'],
    ['parlance usage --from 2026-01 --by month,team --csv', 'write a table for a spreadsheet'],
  ]);
  const cost = withPeriod(program.command('cost'))
    .description('Report what the usage of the organization costs.')
    .action((options: ReportOptions) => run(options, (context) => reportCost(context, options)));
  withSharedOptions(cost, { keys: 'one' });
  withExamples(cost, [
    ['parlance cost --by team --team-tag cost-center', 'charge this month to the tag of each workspace'],
    ['parlance cost --from 2026-01 --by month,workspace,model --csv', 'write a table for a spreadsheet'],
  ]);
}

function withPeriod(command: Command): Command {
  return command
    .addOption(
      new Option('--from <date>', 'first day, or month (default: the first of this month)').argParser(
        instant,
      ),
    )
    .addOption(
      new Option('--to <date>', 'day or month before which it ends (default: now)').argParser(instant),
    )
    .addOption(
      new Option(
        '--by <groups>',
        `some of ${GROUPS.join(',')} (default: ${DEFAULT_GROUPS.join(',')})`,
      ).argParser(groups),
    )
    .option('--team-tag <tag>', 'tag of workspaces that names their team', 'team')
    .addOption(new Option('--csv', 'print CSV, for a spreadsheet').conflicts('json'));
}

async function reportUsage(context: CommandContext, options: ReportOptions): Promise<ExitCode> {
  const { by = DEFAULT_GROUPS, csv } = options;
  const { output, settings, signal } = context;
  await using admin = await settings.adminClient();
  const rows = new Map<string, Record<string, string | number | null>>();
  const named = await RowGroups.read(admin, { by, teamTag: options.teamTag }, signal);
  const group_by = [
    ...(by.includes('workspace') || by.includes('team') ? (['workspace_id'] as const) : []),
    ...(by.includes('key') ? (['api_key_id'] as const) : []),
    ...(by.includes('model') ? (['model'] as const) : []),
  ];
  const query = { ...periodOf(options), limit: PAGE_DAYS, group_by };
  for await (const { starting_at, results } of admin.usage.messages(query, { signal }))
    for (const result of results) {
      const cells = named.cellsOf(starting_at, result);
      const row = rows.get(JSON.stringify(cells)) ?? { ...cells };
      for (const [name, tokens] of Object.entries(tokensOf(result)))
        row[name] = Number(row[name] ?? 0) + tokens;
      rows.set(JSON.stringify(cells), row);
    }
  await printRows(output, { type: 'usage', rows: sorted(rows.values()), csv });
  return end(context, options, { rows: rows.size });
}

/** The numbers of a row. */
function tokensOf(result: UsageResult): Readonly<Record<string, number>> {
  const { ephemeral_1h_input_tokens: hour, ephemeral_5m_input_tokens: minutes } = result.cache_creation;
  return {
    input_tokens: result.uncached_input_tokens,
    cache_write_tokens: hour + minutes,
    cache_read_tokens: result.cache_read_input_tokens,
    output_tokens: result.output_tokens,
    web_searches: result.server_tool_use.web_search_requests,
  };
}

async function reportCost(context: CommandContext, options: ReportOptions): Promise<ExitCode> {
  const { by = DEFAULT_GROUPS, csv } = options;
  const { output, settings, signal } = context;
  if (by.includes('key'))
    throw new CommandError('invalid_arguments', 'The service does not report costs by key.', {
      hint: 'Use "parlance usage --by key", or one workspace for each key that is charged.',
    });
  await using admin = await settings.adminClient();
  const named = await RowGroups.read(admin, { by, teamTag: options.teamTag }, signal);
  const rows = new Map<
    string,
    { readonly cells: Row; readonly currency: string; readonly amounts: string[] }
  >();
  const amounts = new Map<string, string[]>();
  const group_by = [
    ...(by.includes('workspace') || by.includes('team') ? (['workspace_id'] as const) : []),
    ...(by.includes('model') ? (['description'] as const) : []),
  ];
  const query = { ...periodOf(options), limit: PAGE_DAYS, group_by };
  for await (const { starting_at, results } of admin.cost.list(query, { signal }))
    for (const result of results) {
      const { amount, currency } = result;
      const cells = named.cellsOf(starting_at, result);
      const key = JSON.stringify([cells, currency]);
      const row = rows.get(key) ?? { cells, currency, amounts: [] };
      row.amounts.push(amount);
      rows.set(key, row);
      amounts.set(currency, [...(amounts.get(currency) ?? []), amount]);
    }
  const printed = [...rows.values()].map(({ cells, currency, amounts: all }) => ({
    ...cells,
    amount: sumOf(all, currency),
    currency,
  }));
  await printRows(output, { type: 'cost', rows: sorted(printed), csv });
  const totals = Object.fromEntries([...amounts].map(([currency, all]) => [currency, sumOf(all, currency)]));
  return end(context, options, { rows: rows.size, totals });
}

/** Prints the summary. With CSV, standard output has rows only. */
async function end(
  { output }: CommandContext,
  options: ReportOptions,
  fields: { readonly rows: number; readonly totals?: Readonly<Record<string, string>> },
): Promise<ExitCode> {
  const { starting_at: from, ending_at: to = null } = periodOf(options);
  const totals = Object.entries(fields.totals ?? {}).map(([currency, amount]) => `${amount} ${currency}`);
  const period = `${from.slice(0, 10)} to ${to?.slice(0, 10) ?? 'now'}`;
  const text = [`${count(fields.rows, 'row')} from ${period}`, ...totals].join(', ');
  if (options.csv === true) output.note(text);
  else await output.result('summary', { from, to, ...fields }, text);
  return EXIT_CODES.ok;
}

function periodOf({ from, to }: ReportOptions): {
  readonly starting_at: string;
  readonly ending_at?: string;
} {
  const starting_at = from ?? `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  return { starting_at, ...(to !== undefined && { ending_at: to }) };
}

function sorted<One extends Row>(rows: Iterable<One>): readonly One[] {
  const keyOf = (row: One): string => JSON.stringify(Object.values(row));
  return [...rows].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}
