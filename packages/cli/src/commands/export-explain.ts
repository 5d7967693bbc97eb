/** `parlance export explain`: estimates an export before its first request. */
import { Option, type Command } from 'commander';
import type { ExplainOptions, ExportEstimate } from '@parlance/archive';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { exportJob } from '../export/export-job.js';
import { MOST_DAYS, paceOf, timeText } from '../export/forecast.js';
import { wholeNumber } from '../option-parsers.js';
import { withExamples, withSharedOptions } from '../shared-options.js';
import { snakeKeys } from '../terminal/snake-keys.js';

type ExplainCommandOptions = CommonOptions & Omit<ExplainOptions, 'compliance'>;

const NUMBERS: readonly (readonly [flag: string, description: string])[] = [
  ['--users <n>', 'users; with it, no request is sent and no key is needed (default: counted)'],
  ['--chats-per-user <n>', 'default: 100'],
  ['--messages-per-chat <n>', 'default: 10'],
  ['--changed-chats-per-user-and-day <n>', 'chats that a user creates or changes in a day (default: 1)'],
  ['--activities-per-user-and-day <n>', 'default: 10'],
  ['--history-days <n>', 'age of the organization (default: 365)'],
  ['--requests-per-minute <n>', 'rate limit (default: what the service reports, else 300)'],
];

/** Adds `parlance export explain`. */
export function addExplain(group: Command, run: RunCommand): void {
  const command = group
    .command('explain')
    .description(
      'Estimate the requests, time and space that the export of the configuration needs, before it runs.',
    )
    .action((options: ExplainCommandOptions) => run(options, (context) => explain(context, options)));
  for (const [flag, description] of NUMBERS)
    command.addOption(new Option(flag, description).argParser(wholeNumber(0, 1_000_000_000)));
  withSharedOptions(command, { keys: 'one' });
  withExamples(command, [
    ['parlance export explain', 'count the users, and learn the rate limit'],
    ['parlance export explain --users 100000 --chats-per-user 500', 'estimate without a request'],
  ]);
}

async function explain(
  { settings, output }: CommandContext,
  options: ExplainCommandOptions,
): Promise<ExitCode> {
  const job = exportJob(settings);
  await using compliance = options.users === undefined ? await settings.complianceClient() : undefined;
  const known = { ...options, ...paceOf(settings, options.requestsPerMinute), compliance };
  const estimate = await job.explain(known);
  const { assumptions, first, daily } = estimate;
  // What depends on the number of chats, which is assumed.
  const ofChats = ((first.chats + first.messages + first.files) / first.total) * first.days;
  const range = { min_days: first.days - ofChats / 2, max_days: first.days + ofChats };
  const fields = { assumptions: snakeKeys(assumptions), first, range, daily: snakeKeys(daily) };
  await output.result('estimate', fields, estimateText(estimate, range));
  return first.days > MOST_DAYS ? EXIT_CODES.problems : EXIT_CODES.ok;
}

function estimateText(
  { assumptions, first, daily }: ExportEstimate,
  range: { readonly min_days: number; readonly max_days: number },
): readonly string[] {
  const { users, chatsPerUser, requestsPerMinute, reserve } = assumptions;
  const percent = Math.round(reserve * 100);
  return [
    `Assumed: ${shown(users)} users with ${shown(chatsPerUser)} chats, ${shown(requestsPerMinute)} requests per minute of which ${percent} % are left to others`,
    `First run: ${shown(first.total)} requests, ${shown(first.bytes / 1024 ** 3)} GB uncompressed, without files`,
    `Takes ${timeText(first.days)}; with half as many chats ${timeText(range.min_days)}; with twice as many ${timeText(range.max_days)}`,
    ...(first.days > MOST_DAYS
      ? [`A first run of more than ${MOST_DAYS} days is started with --yes only.`]
      : []),
    `Each later day: ${shown(daily.total)} requests, ${shown(daily.shareOfLimit * 100)} % of the limit`,
    'Each request is an activity compliance_api_accessed in the audit log.',
  ];
}

function shown(value: number): string {
  return value.toLocaleString(
    'en',
    value < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 },
  );
}
