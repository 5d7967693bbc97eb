/** `parlance batch`: runs requests through batches. */
import path from 'node:path';
import { Option, type Command } from 'commander';
import { BatchFileRun, partialFile, type ResultCounts } from '../batch/batch-file-run.js';
import { checkOutput, resolveLinks } from '../batch/output-file.js';
import { checkRequestFile } from '../batch/request-file.js';
import type { Settings } from '../config/settings.js';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { sqliteFile } from '../config/sqlite-file.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { wholeNumber } from '../option-parsers.js';
import { withExamples, withSharedOptions } from '../shared-options.js';
import { shown } from '../terminal/count.js';

interface BatchOptions extends CommonOptions {
  readonly output?: string | undefined;
  readonly maxRequests?: number | undefined;
  readonly maxBatches?: number | undefined;
  readonly maxRetries?: number | undefined;
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
      'Send the requests of a file in batches, and write each result once. A run that was interrupted continues where it stopped.',
    )
    .argument('<file>', 'JSON lines with custom_id and params')
    .option('-o, --output <file>', 'JSON lines with the results (default: FILE.results.jsonl)')
    .addOption(
      new Option('--max-requests <n>', 'requests per batch (default: 100,000)').argParser(
        wholeNumber(1, 100_000),
      ),
    )
    .addOption(
      new Option('--max-batches <n>', 'batches at the same time (default: 4)').argParser(wholeNumber(1, 10)),
    )
    .addOption(
      new Option(
        '--max-retries <n>',
        'how often a request that expired, or failed with an error of the service, is sent again (default: 2)',
      ).argParser(wholeNumber(0, 10)),
    )
    .addOption(
      new Option(
        '--poll-interval <seconds>',
        'time between two requests for the status of a batch (default: grows from 1 to 60)',
      ).argParser(wholeNumber(1, 3600)),
    )
    .option('--no-check', 'send parameters that this version does not know; the service checks them')
    .option('--restart', 'discard an earlier run and its results')
    .action((file: string, options: BatchOptions) =>
      run(options, (context) => runFile(context, file, options)),
    );
  withSharedOptions(command, { keys: 'one', store: true });
  withExamples(command, [
    ['parlance batch run requests.jsonl', 'write the results to requests.results.jsonl'],
    [
      'parlance batch run requests.jsonl -o results.jsonl --max-batches 2',
      'leave capacity for other batches',
    ],
    ['parlance batch run requests.jsonl --max-retries 0', 'write the first result of each request'],
  ]);
}

async function runFile(context: CommandContext, file: string, options: BatchOptions): Promise<ExitCode> {
  const { output: terminal, settings, cwd, signal } = context;
  const input = path.resolve(cwd, file);
  const output = path.resolve(cwd, options.output ?? `${file.replace(/\.jsonl$/, '')}.results.jsonl`);
  const facts = await checkRequestFile(input, options.check);
  const results = await checkedOutput(settings, input, output);
  await using inference = await settings.inferenceClient();
  await using store = await settings.openStore();
  const progress = terminal.progress();
  const run = new BatchFileRun({
    inference,
    store,
    input,
    facts,
    output: results,
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
  const list = Object.entries(counts).map(([type, count]) => `${shown(count)} ${type}`);
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
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
