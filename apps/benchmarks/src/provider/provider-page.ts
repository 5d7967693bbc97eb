/** Runs every program with both providers for the AI SDK and writes `docs/benchmarks/ai-sdk-provider.md`. */
import { table } from '../report/markdown.ts';
import { writePage } from '../report/publish.ts';
import { versionsOf } from '../peers.ts';
import { subject as own } from '@parlance/testing/provider/parlance';
import { providerPrograms, type Program } from '@parlance/testing/provider/provider-programs';
import { replyPrograms } from '@parlance/testing/provider/reply-programs';
import type { ProviderSubject } from '@parlance/testing/provider/provider-subject';

/** All programs, in table order. */
export const programs: readonly Program[] = [...replyPrograms, ...providerPrograms];

const FAILED = 'A result with an error code is a failure, as for the other tools.';
const CITED = 'What the reply cites is a source, whether or not the prompt has a document.';

/** Why a row of ours differs from what is right, by title. */
export const REASONS: Readonly<Record<string, string>> = {
  'A shell command that fails to run, whole': FAILED,
  'A shell command that fails to run, streamed': FAILED,
  'A file command that fails, whole': FAILED,
  'A file command that fails, streamed': FAILED,
  'A citation of a document, whole': CITED,
  'A citation of a document, streamed': CITED,
  'A citation of a search result of the program, whole': CITED,
  'A citation of a search result of the program, streamed': CITED,
  'A file in the container, streamed': 'The file is a part of streams too.',
};

/** Runs the programs and writes the page. */
export async function providerPage(): Promise<void> {
  // The SDK prints what a program does not ask for.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { subject: official } = (await import(
    new URL('../../peers/provider/official.ts', import.meta.url).href
  )) as { readonly subject: ProviderSubject };
  const rows: string[][] = [];
  let right = { official: 0, own: 0 };
  for (const program of programs) {
    const theirs = await observe(program, official);
    const ours = await observe(program, own);
    // A program that fails with the official provider shows nothing to compare with.
    const expected = program.expected ?? (theirs.startsWith('error ') ? undefined : theirs);
    right = {
      official: right.official + Number(theirs === expected),
      own: right.own + Number(ours === expected),
    };
    console.log(
      `${ours === expected ? '+' : '-'} ${program.title}\n    official: ${theirs}\n    ours:     ${ours}`,
    );
    rows.push([
      program.title,
      cell(theirs, expected),
      cell(ours, expected),
      ours === expected ? '' : (REASONS[program.title] ?? ''),
    ]);
  }
  console.log(`right: official ${right.official}, ours ${right.own} of ${programs.length}`);
  writePage('ai-sdk-provider.md', pageText(rows, right));
  process.exit();
}

/** Runs a program. Errors are what it observes. */
export async function observe({ run }: Program, subject: ProviderSubject): Promise<string> {
  try {
    return await run(subject);
  } catch (error) {
    return `error ${(error as Error).name}`;
  }
}

/** Formats an observation. */
export function cell(observed: string, expected: string | undefined): string {
  const text = observed.replaceAll('|', '\\|').replaceAll('\n', ' ') || 'nothing';
  return observed === expected ? `**${text}**` : text;
}

function pageText(rows: readonly string[][], right: { official: number; own: number }): string {
  const versions = Object.entries(versionsOf(['ai', '@ai-sdk/anthropic'])).map(
    ([name, version]) => `\`${name}\` ${version}`,
  );
  return `# Our provider beside the official one

Written by \`npm run bench -- --provider\`. Do not edit.

Each program runs with the official provider for this API and with \`@parlance/ai-sdk\`, against the emulator or a service that sends
recorded replies. **Bold** marks what is right: what the program expects where it says so, and otherwise what the official provider
shows. \`S\` marks a call that the service ran. Of ${programs.length} programs, ${right.official} are right with the official provider and
${right.own} with ours. Versions: ${versions.join(', ')}.

${table(['Program', 'Official', 'Ours', 'Why ours differs'], rows)}`;
}
