/** `parlance export explain`: estimates an export before its first request. */
import type { Command } from 'commander';
import type { ExplainOptions, ExportEstimate } from '@parlance/archive';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { exportJob } from '../export/export-job.js';
import { MOST_DAYS, paceOf, timeText } from '../export/forecast.js';
import { wholeNumber } from '../option-parsers.js';
import { withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';
import { snakeKeys } from '../terminal/snake-keys.js';

type ExplainCommandOptions = CommonOptions & Omit<ExplainOptions, 'compliance'>;

const NUMBERS: readonly (readonly [flag: string, description: string])[] = [
  ['--users <n>', 'users; with it, no request is sent and no key is needed (default: counted)'],
  ['--chats-per-user <n>', 'default: those of 50 to 500 people, who are asked, else 100'],
  ['--messages-per-chat <n>', 'default: those of some of their chats, else 10'],
  [
    '--changed-chats-per-user-and-day <n>',
    'chats that a user creates or changes in a day (default: in the last week, else 1)',
  ],
  ['--activities-per-user-and-day <n>', 'default: in the last 2,000, else 10'],
  ['--history-days <n>', 'default: since the organization was created, else 365'],
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
  for (const [flag, description] of NUMBERS) command.option(flag, description, wholeNumber(0, 1_000_000_000));
  withSharedOptions(command, { keys: 'one' }, [
    ['parlance export explain', 'count the users, ask some of them, and learn the rate limit'],
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
  const { assumptions, first, daily, catchUp, sample } = estimate;
  const fields = {
    assumptions: snakeKeys(assumptions),
    sample,
    first: snakeKeys(first),
    catch_up: catchUp,
    daily: snakeKeys(daily),
  };
  await output.result('estimate', fields, estimateText(estimate));
  return first.days > MOST_DAYS ? EXIT_CODES.problems : EXIT_CODES.ok;
}

function estimateText({ assumptions, sample, first, daily, catchUp }: ExportEstimate): readonly string[] {
  const { users, chatsPerUser, requestsPerMinute, reserve } = assumptions;
  const percent = Math.round(reserve * 100);
  const basis = sample === null ? 'assumed' : `${shown(sample.people)} were asked`;
  const isLonger = catchUp.days * 24 >= 1;
  return [
    `${shown(users)} users with ${shown(chatsPerUser)} chats each (${basis})`,
    `${shown(requestsPerMinute)} requests per minute, of which ${percent} % are left to others`,
    `First run: ${shown(first.total)} requests`,
    `  takes ${timeText(first.days)}`,
    `  at least ${timeText(first.minDays)}`,
    `  at most ${timeText(first.maxDays)}`,
    ...(isLonger ? [`  then ${timeText(catchUp.days, first.days)} for what changes until then`] : []),
    ...first.disk.map(({ part, bytes, files }) => {
      const size = bytes === null ? 'of unknown size' : sizeText(bytes);
      return `  ${PARTS[part] ?? part}: ${size}, ${count(files, 'file')}`;
    }),
    ...(first.days > MOST_DAYS
      ? [`A first run of more than ${MOST_DAYS} days is started with --yes only.`]
      : []),
    `Each later day: ${shown(daily.total)} requests, ${shareText(daily.shareOfLimit)} of the limit`,
    'Each request is an activity compliance_api_accessed in the audit log.',
  ];
}

/** What sinks are for. */
const PARTS: Readonly<Record<string, string>> = {
  ndjson: 'archive',
  sqlite: 'search',
  parquet: 'Parquet',
  files: 'downloads',
};

function shareText(share: number): string {
  return share > 0 && share < 0.001 ? 'less than 0.1 %' : `${shown(share * 100)} %`;
}

function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1024 ** 3 ? ['MB', bytes / 1024 ** 2] : ['GB', bytes / 1024 ** 3];
  return `${shown(size)} ${unit}`;
}

function shown(value: number): string {
  return value.toLocaleString(
    'en',
    value < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 },
  );
}
