/** `parlance search`: searches an archive offline. */
import path from 'node:path';
import { Option, type Command } from 'commander';
import {
  ArchiveError,
  exportForCounsel,
  openArchive,
  searchPages,
  type Archive,
  type CounselOptions,
  type RefusedHit,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from '@parlance/archive';
import { READS_ONLY, type CommandContext, type CommonOptions, type RunCommand } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { ListOption, wholeNumber } from '../option-parsers.js';
import { withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';
import type { Output } from '../terminal/output.js';

interface SearchCommandOptions
  extends
    CommonOptions,
    Pick<SearchOptions, 'from' | 'to' | 'limit' | 'offset' | 'order'>,
    Partial<Pick<CounselOptions, 'by' | 'around'>> {
  readonly user?: readonly string[] | undefined;
  readonly project?: readonly string[] | undefined;
  readonly export?: string | undefined;
}

/** Adds `parlance search`. */
export function addSearch(program: Command, run: RunCommand): void {
  const command = program
    .command('search')
    .description(
      'Search the messages, file names and titles of archived chats, offline. All words must occur, also as parts of words. "two words" is a phrase, word* the start of a word, and OR and NOT combine.',
    )
    .argument('<text>', 'words to find')
    .option(
      '--search-file <file>',
      'database that export run --search-file wrote (default: $PARLANCE_SEARCH_FILE)',
    )
    .addOption(new ListOption('--user <user>', 'user: id, e-mail address or name, also an earlier address'))
    .addOption(new ListOption('--project <project>', 'project: id or name'))
    .option('--from <time>', 'created at this time or later (RFC 3339)')
    .option('--to <time>', 'created before this time (RFC 3339)')
    .addOption(new Option('--order <order>', 'default: relevance').choices(['relevance', 'newest']))
    .option(
      '--limit <n>',
      'hits to print (default: 50; with --json all)',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--offset <n>', 'hits to skip', wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .option('--export <dir>', 'write all hits for a lawyer into a new folder: pages, attachments, checksums')
    .option('--by <name>', 'who exports, for the custody log of --export')
    .option(
      '--around <n>',
      'messages before and after each hit in --export (default: 5)',
      wholeNumber(0, 1_000_000),
    )
    .action((text: string, options: SearchCommandOptions) =>
      run(options, (context) => search(context, text, options), READS_ONLY),
    );
  withSharedOptions(command, { ...READS_ONLY, archive: true }, [
    ['parlance search \'"annual report"\' --search-file archive.db', 'find a phrase'],
    [
      'parlance search falcon --user lena@example.com --from 2026-04-01T00:00:00Z --json',
      'filter, for a script',
    ],
    [
      'parlance search falcon --search-file archive.db --export matter-17 --by ines@example.com',
      'write what a lawyer needs',
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
  const { user: users, project: projects, from, to, offset, order, export: folder } = options;
  const query = { users, projects, from, to, signal };
  if (folder !== undefined)
    return exportFound(context, folder, { ...options, ...query, file: searchFile, text });
  const archive = await archiveOf(context);
  const onScan = (): void =>
    output.note('The index cannot narrow this question: every text is read. Press Ctrl-C to stop.');
  const { limit = output.json ? Infinity : 50 } = options;
  const pages = searchPages(searchFile, text, { ...query, archive, offset, order, limit, onScan });
  const counts = await printPages(pages, context).catch(rethrowWithHint);
  if (counts === null) return EXIT_CODES.ok;
  if (output.json) {
    const { skipped, ...rest } = counts;
    const fields = { ...rest, not_searched: skipped, compared: archive !== undefined };
    await output.result('summary', fields, '');
  } else for (const line of countText(counts, offset ?? 0)) output.note(line);
  return counts.refused > 0 ? EXIT_CODES.problems : EXIT_CODES.ok;
}

type CounselQuery = Omit<CounselOptions, 'archive' | 'by'> & Partial<Pick<CounselOptions, 'by'>>;

async function exportFound(
  { settings, output, cwd }: CommandContext,
  folder: string,
  { by, around, file, text, users, projects, from, to, signal }: CounselQuery,
): Promise<ExitCode> {
  if (by === undefined)
    throw new CommandError('missing_name', 'The custody log needs a name.', { hint: 'Add --by NAME.' });
  const archive = await openArchive(settings.archive);
  const query = { file, text, archive, by, around, users, projects, from, to, signal };
  const found = exportForCounsel(path.resolve(cwd, folder), query);
  const { dir, chats, hits, files, errors } = await found.catch(rethrowWithHint);
  const lines = [
    `${count(hits, 'hit')} in ${count(chats, 'chat')}, with ${count(files, 'file')}: ${dir}`,
    ...(errors > 0 ? [`${count(errors, 'error')}: see errors.csv`] : []),
    'Check it with: sha256sum -c SHA256SUMS',
  ];
  await output.result('summary', { dir, chats, hits, files, errors }, lines);
  return errors > 0 ? EXIT_CODES.problems : EXIT_CODES.ok;
}

/** Returns what was printed; null if nobody reads on. */
async function printPages(
  pages: AsyncIterable<SearchResult>,
  { output, signal }: CommandContext,
): Promise<Counts | null> {
  let counts: Counts = { hits: 0, refused: 0, total: 0, scanned: false, skipped: [] };
  for await (const { hits, refused, ...page } of pages) {
    if (signal.aborted || output.isClosed) return null;
    for (const hit of hits) await output.result('hit', hit, hitText(hit, output));
    for (const hit of refused) await output.result('refused', hit, refusedText(hit));
    counts = { ...page, hits: counts.hits + hits.length, refused: counts.refused + refused.length };
  }
  return counts;
}

/** A database can be searched where the archive is not. Then hits are only compared with their own digests. */
async function archiveOf({ settings, output }: CommandContext): Promise<Archive | undefined> {
  try {
    return await openArchive(settings.archive);
  } catch (error) {
    if (!ArchiveError.is(error) || error.code !== 'archive_missing') throw error;
    output.note(`Hits are not compared with an archive: ${error.message}`);
    return undefined;
  }
}

function refusedText({ kind, id, chat_id: chat, problem }: RefusedHit): string {
  const why = {
    changed: 'the database differs from what was certified',
    not_archived:
      'the archive does not have it in its newest state; run the export, or the database was changed',
    no_archive: 'an attachment can only be compared with an archive; name it with --archive',
  }[problem];
  return singleLine(`Not shown: ${kind} ${id} of ${chat}: ${why}`);
}

/** The hints for an archive do not fit its database. */
function rethrowWithHint(error: unknown): never {
  if (!ArchiveError.is(error) || error.code === 'archive_newer') throw error;
  throw new CommandError(error.code, error.message, {
    hint: 'Check --search-file. parlance export run --search-file FILE builds a missing database from the archive.',
    exitCode: EXIT_CODES.failed,
  });
}

interface Counts extends Pick<SearchResult, 'total' | 'scanned' | 'skipped'> {
  readonly hits: number;
  readonly refused: number;
}

function countText({ hits, refused, total, skipped }: Counts, offset: number): readonly string[] {
  const shown = hits + refused;
  const rest = offset + shown < total ? '; use --limit and --offset for more' : '';
  return [
    shown === total ? count(total, 'hit') : `${shown} of ${count(total, 'hit')}${rest}`,
    ...skipped.map(
      ({ mime_type: type, problem, files }) =>
        `Not searched: ${count(files, 'file')} of type ${singleLine(type ?? 'unknown')} (${problem})`,
    ),
  ];
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
  const head = `${at}  ${email ?? user}  ${chat}${title}${deleted ? ` (${hit.presence === 'listed' ? 'deleted' : (hit.presence ?? 'deleted')})` : ''}`;
  return [
    output.paint('bold', singleLine(head)),
    `  ${singleLine(role ?? hit.file_name ?? 'title')} ${id}`,
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
