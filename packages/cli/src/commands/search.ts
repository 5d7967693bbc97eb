/** `parlance search`: searches an archive offline. */
import { Option, type Command } from 'commander';
import { ArchiveError, searchArchive, type SearchHit } from '@parlance/archive';
import { READS_ONLY, type CommandContext, type CommonOptions, type RunCommand } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { ListOption, wholeNumber } from '../option-parsers.js';
import { withExamples, withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';
import type { Output } from '../terminal/output.js';

interface SearchCommandOptions extends CommonOptions {
  readonly user?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly order?: 'relevance' | 'newest' | undefined;
}

/** Adds `parlance search`. */
export function addSearch(program: Command, run: RunCommand): void {
  const command = program
    .command('search')
    .description(
      'Search the messages, file names and titles of archived chats, offline. All words must occur; "two words" is a phrase, word* a prefix.',
    )
    .argument('<text>', 'words to find')
    .option(
      '--search-file <file>',
      'database that export run --search-file wrote (default: $PARLANCE_SEARCH_FILE)',
    )
    .addOption(new ListOption('--user <user>', 'id or e-mail address of a user'))
    .option('--from <time>', 'created at this time or later (RFC 3339)')
    .option('--to <time>', 'created before this time (RFC 3339)')
    .addOption(new Option('--order <order>', 'default: relevance').choices(['relevance', 'newest']))
    .addOption(new Option('--limit <n>', 'hits to print (default: 50)').argParser(wholeNumber(1, 1000)))
    .addOption(new Option('--offset <n>', 'hits to skip').argParser(wholeNumber(0, Number.MAX_SAFE_INTEGER)))
    .action((text: string, options: SearchCommandOptions) =>
      run(options, (context) => search(context, text, options), READS_ONLY),
    );
  withSharedOptions(command, READS_ONLY);
  withExamples(command, [
    ['parlance search \'"annual report"\' --search-file archive.db', 'find a phrase'],
    [
      'parlance search falcon --user lena@example.com --from 2026-04-01T00:00:00Z --json',
      'filter, for a script',
    ],
  ]);
}

async function search(
  context: CommandContext,
  text: string,
  options: SearchCommandOptions,
): Promise<ExitCode> {
  const { settings, output, signal } = context;
  const { searchFile } = settings;
  if (searchFile === undefined)
    throw new CommandError('missing_search_file', 'The database to search is not set.', {
      hint: 'Use --search-file FILE with both export run and search, or set PARLANCE_SEARCH_FILE, or export.searchFile in the file of --config.',
    });
  const { user: users, from, to, limit, offset, order } = options;
  const found = searchArchive(searchFile, text, { users, from, to, limit, offset, order, signal });
  const { hits, total } = await found.catch(rethrowWithHint);
  for (const hit of hits) {
    if (signal.aborted || output.isClosed) return EXIT_CODES.ok;
    await output.result('hit', hit, hitText(hit, output));
  }
  if (output.json) await output.result('summary', { hits: hits.length, total }, '');
  else output.note(countText({ hits: hits.length, total, offset: offset ?? 0 }));
  return EXIT_CODES.ok;
}

/** The hints for an archive do not fit its database. */
function rethrowWithHint(error: unknown): never {
  if (!ArchiveError.is(error) || error.code === 'archive_newer') throw error;
  throw new CommandError(error.code, error.message, {
    hint: 'Check --search-file. parlance export run --search-file FILE builds a missing database from the archive.',
    exitCode: EXIT_CODES.failed,
  });
}

function countText({ hits, total, offset }: { hits: number; total: number; offset: number }): string {
  const counted = count(total, 'hit');
  if (hits === total) return counted;
  const rest = offset + hits < total ? '; use --limit and --offset for more' : '';
  return `${hits} of ${counted}${rest}`;
}

function hitText(hit: SearchHit, output: Output): readonly string[] {
  const {
    created_at: at,
    user_email: email,
    user_id: user,
    chat_id: chat,
    chat_name: name,
    id,
    role,
    deleted,
  } = hit;
  const title = name === null || name === '' ? '' : ` "${name}"`;
  const head = `${at}  ${email ?? user}  ${chat}${title}${deleted ? ' (deleted)' : ''}`;
  return [
    output.paint('bold', singleLine(head)),
    `  ${role ?? 'title'} ${id}`,
    `  ${excerptText(hit, output)}`,
    '',
  ];
}

/** The excerpt with its highlights, on one line and without control characters, which terminals would obey. */
function excerptText({ excerpt, highlights }: SearchHit, output: Output): string {
  let text = '';
  let end = 0;
  for (const highlight of highlights) {
    text += singleLine(excerpt.slice(end, highlight.start));
    text += output.paint(['bold', 'yellow'], singleLine(excerpt.slice(highlight.start, highlight.end)));
    end = highlight.end;
  }
  return text + singleLine(excerpt.slice(end));
}

function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
