/** `parlance batch`: runs requests through batches. */
import path from 'node:path';
import type { Command } from 'commander';
import type { BatchRunOptions } from '@parlance/inference';
import { BatchFileRun, partialFile, type ResultCounts } from '../batch/batch-file-run.js';
import { checkOutput, resolveLinks } from '../batch/output-file.js';
import { csvRequests, type CsvTemplate } from '../batch/csv-file.js';
import {
  checkRequestFile,
  jsonRequests,
  type RequestFileFacts,
  type RequestSource,
} from '../batch/request-file.js';
import type { Settings } from '../config/settings.js';
import { invalidArguments } from '../command-error.js';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { sqliteFile } from '../config/sqlite-file.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { price, wholeNumber } from '../option-parsers.js';
import { withSharedOptions } from '../shared-options.js';
import { count, shown } from '../terminal/count.js';
import type { Output } from '../terminal/output.js';

interface BatchOptions
  extends
    CommonOptions,
    Partial<CsvTemplate>,
    Pick<BatchRunOptions, 'maxRequests' | 'maxBatches' | 'maxRetries'> {
  readonly output?: string | undefined;
  readonly inputPrice?: number | undefined;
  readonly outputPrice?: number | undefined;
  readonly dryRun?: boolean | undefined;
  readonly pollInterval?: number | undefined;
  readonly check: boolean;
  readonly restart?: boolean | undefined;
}

/** Adds `parlance batch`. */
export function addBatch(program: Command, run: RunCommand): void {
  const batch = program.command('batch').description('Run many message requests in batches.');
  const command = batch
    .command('run')
    .description(
      'Send the requests of a file in batches, and write each result once. An interrupted run continues where it stopped.',
    )
    .argument('<file>', 'JSON lines with custom_id and params; or CSV, with --prompt and --model')
    .option(
      '-o, --output <file>',
      'JSON lines with the results, or CSV if it ends in .csv (default: FILE.results, with the ending of FILE)',
    );
  addTemplate(command);
  addSending(command);
  command
    .option('--restart', 'discard an earlier run and its results')
    .action((file: string, options: BatchOptions) =>
      run(options, (context) => runFile(context, file, options)),
    );
  addEstimate(command);
  withSharedOptions(command, { keys: 'one', store: true }, [
    ['parlance batch run requests.jsonl', 'write the results to requests.results.jsonl'],
    [
      "parlance batch run texts.csv --prompt 'Summarize {text}' --model assistant-haiku-4-5",
      'send a request for each row, and write texts.results.csv',
    ],
    [
      'parlance batch run requests.jsonl -o results.jsonl --max-batches 2',
      'leave capacity for other batches',
    ],
    ['parlance batch run requests.jsonl --max-retries 0', 'write the first result of each request'],
  ]);
}

/** How batches are sent. */
function addSending(command: Command): void {
  command
    .option('--max-requests <n>', 'requests per batch (default: 100,000)', wholeNumber(1, 100_000))
    .option('--max-batches <n>', 'batches at the same time (default: 4)', wholeNumber(1, 10))
    .option(
      '--max-retries <n>',
      'how often a request that expired, or failed with an error of the service, is sent again (default: 2)',
      wholeNumber(0, 10),
    )
    .option(
      '--poll-interval <seconds>',
      'time between two requests for the status of a batch (default: grows from 1 to 60)',
      wholeNumber(1, 3600),
    )
    .option('--no-check', 'send parameters that this version does not know; the service checks them');
}

/** Options of CSV. */
function addTemplate(command: Command): void {
  command
    .option('--prompt <template>', "with CSV: the message for each row, for example 'Summarize {text}'")
    .option('--system <template>', 'with CSV: the system prompt')
    .option('--model <model>', 'with CSV: the model')
    .option(
      '--max-tokens <n>',
      'with CSV: the most tokens of a reply (default: 1,024)',
      wholeNumber(1, 1_000_000),
    )
    .option(
      '--id-column <name>',
      'with CSV: the column with the ids of the requests (default: row-1, row-2, …)',
    )
    .option('--delimiter <character>', 'with CSV: what is between cells (default: a comma; a tab in .tsv)');
}

function addEstimate(command: Command): void {
  command
    .option('--input-price <amount>', 'your price of a million input tokens, to estimate the cost', price)
    .option('--output-price <amount>', 'your price of a million output tokens', price)
    .option('--dry-run', 'check the requests and estimate their cost, and send nothing');
}

const CSV = /\.(?:csv|tsv)$/i;

function sourceOf(file: string, options: BatchOptions): RequestSource {
  requireBothPrices(options);
  const { prompt, system, model, maxTokens, idColumn, delimiter } = options;
  if (!CSV.test(file)) {
    const values = Object.entries({ prompt, system, model, maxTokens, idColumn, delimiter });
    if (values.every(([, value]) => value === undefined)) return jsonRequests(file);
    throw invalidArguments(`--prompt and the options with it need a file that ends in .csv or .tsv.`);
  }
  if (prompt === undefined || model === undefined)
    throw invalidArguments(
      'CSV needs --prompt and --model.',
      "For example: --prompt 'Summarize {text}' --model assistant-haiku-4-5",
    );
  if (delimiter !== undefined && (delimiter.length !== 1 || /["\r\n]/.test(delimiter)))
    throw invalidArguments('--delimiter must be one character, and no quote or line break.');
  return csvRequests(file, { prompt, system, model, maxTokens: maxTokens ?? 1_024, idColumn, delimiter });
}

function requireBothPrices({ inputPrice, outputPrice }: BatchOptions): void {
  if ((inputPrice === undefined) !== (outputPrice === undefined))
    throw invalidArguments('--input-price and --output-price belong together.');
}

function defaultOutput(file: string): string {
  return CSV.test(file) ? file.replace(CSV, '.results.csv') : `${file.replace(/\.jsonl$/, '')}.results.jsonl`;
}

/** Prices of a batch are half of those of single messages. */
const BATCH_RATE = 0.5 / 1_000_000;

async function printEstimate(
  output: Output,
  { count: requests, inputTokens, maxOutputTokens }: RequestFileFacts,
  { inputPrice, outputPrice }: BatchOptions,
): Promise<ExitCode> {
  const isPriced = inputPrice !== undefined && outputPrice !== undefined;
  const cost = isPriced ? (inputTokens * inputPrice + maxOutputTokens * outputPrice) * BATCH_RATE : null;
  const fields = { requests, input_tokens: inputTokens, max_output_tokens: maxOutputTokens, max_cost: cost };
  await output.event('batch_estimate', fields);
  output.note(
    `${count(requests, 'request')}, about ${shown(inputTokens)} input tokens, at most ${shown(maxOutputTokens)} output tokens${
      cost === null
        ? ''
        : `; costs at most about ${cost.toLocaleString('en', { maximumSignificantDigits: 3 })}`
    }`,
  );
  return EXIT_CODES.ok;
}

async function runFile(context: CommandContext, file: string, options: BatchOptions): Promise<ExitCode> {
  const { output: terminal, settings, cwd, signal } = context;
  const source = sourceOf(path.resolve(cwd, file), options);
  const output = path.resolve(cwd, options.output ?? defaultOutput(file));
  const facts = await checkRequestFile(source, options.check);
  const results = await checkedOutput(settings, source.file, output);
  if (options.dryRun === true) return printEstimate(terminal, facts, options);
  await using inference = await settings.inferenceClient();
  await using store = await settings.openStore();
  await printEstimate(terminal, facts, options);
  const progress = terminal.progress();
  const run = new BatchFileRun({
    inference,
    store,
    source,
    facts,
    output: results,
    format: /\.csv$/i.test(output) ? 'csv' : 'jsonl',
    restart: options.restart === true,
    batch: {
      signal,
      maxRequests: options.maxRequests,
      maxBatches: options.maxBatches,
      maxRetries: options.maxRetries,
      pollIntervalMs: options.pollInterval === undefined ? undefined : options.pollInterval * 1000,
    },
    onProgress: ({ batch, submitted, batches }) => {
      const done = sum(run.counts);
      const { id, processing_status: status, request_counts: counts } = batch;
      const text = `${shown(done)} of ${shown(facts.count)} results, ${shown(submitted)} sent; ${id} ${status}`;
      const fields = {
        results: done,
        total: facts.count,
        submitted,
        batches,
        batch: id,
        processing_status: status,
        request_counts: counts,
      };
      void progress.update({ done, total: facts.count, text, fields });
    },
  });
  const isNew = await run.run();
  terminal.stopProgress();
  const { counts } = run;
  const list = Object.entries(counts).map(([type, number]) => `${shown(number)} ${type}`);
  const text = `${shown(sum(counts))} results in ${output}: ${list.join(', ')}${isNew ? '' : ' (already complete)'}`;
  await terminal.result('summary', { output, results: sum(counts), ...counts }, text);
  return counts.succeeded === sum(counts) ? EXIT_CODES.ok : EXIT_CODES.problems;
}

/** Returns the output without links, if its results replace nothing that the run reads. */
async function checkedOutput(settings: Settings, input: string, output: string): Promise<string> {
  const results = await resolveLinks(output);
  const store = sqliteFile(settings.storeUrl);
  const read = { requests: input, ...(store === undefined ? {} : { store }) };
  for (const file of [results, partialFile(results)]) await checkOutput(file, read);
  return results;
}

function sum(counts: ResultCounts): number {
  return Object.values(counts).reduce((total, number) => total + number, 0);
}
