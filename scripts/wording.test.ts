/** Phrases that are rarely the right ones here. cspell flags single words only; this flags what has several. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const SUGGESTIONS: readonly (readonly [pattern: string, suggestion: string])[] = [
  ['(?<!there )(?:is|are|was|were) none(?! of)', 'is not a ..., is missing'],
  ['(?<!there )(?:is|are|was|were) no (?!longer|more|less|fewer)[a-z]+', 'is not a ..., has no ...'],
  ['under way', 'in flight, pending, running'],
  ['(?:go|goes|going|went|gone) on', 'continue, resume'],
  ['where to go', 'checkpoint to resume from'],
  ['look(?:s|ed|ing)? at', 'check, read, inspect'],
  ['what is wrong', 'the problem, the issues'],
  ['what goes wrong', 'the problem, the faults'],
  ['as (?:it|they) (?:came|come|comes)', 'unchanged'],
  ['by hand', 'manually, hand-written'],
  ['in the place of', 'instead of'],
  ['let go of', 'release'],
  ['hand(?:s|ed|ing)? on', 'pass on, forward'],
];

/** Whitespace, or a line break and the prefix of the next comment or quote line. */
const GAP = String.raw`\s+(?:(?:\*|//|>)\s+)?`;

const PHRASES = SUGGESTIONS.map(([pattern, suggestion]) => ({
  expression: new RegExp(String.raw`\b${pattern.replaceAll(' ', GAP)}\b`, 'gi'),
  suggestion,
}));

/** Everything that people read, in the files that cspell checks. */
const FILES = [
  '*.md',
  '.changeset/*.md',
  '.github/**/*.md',
  'docs/**/*.md',
  'packages/*/*.md',
  'packages/*/{src,scenarios}/**/*.{ts,md}',
  'apps/*/README.md',
  'apps/*/*/**/*.{ts,tsx,css,html}',
  'scripts/**/*.{ts,mjs,cjs}',
  'tooling/**/*.ts',
];
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'api']);
const IGNORED_FILES = /api-report\.md$|CHANGELOG\.md$|how-our-english-changed\.md$|wording\.test\.ts$/;

/** Lists the phrases to avoid in a text, which may span lines. */
function findPhrases(text: string): readonly string[] {
  return PHRASES.flatMap(({ expression, suggestion }) =>
    Array.from(text.matchAll(expression), ({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${line}: avoid "${found.replaceAll(new RegExp(GAP, 'g'), ' ')}" (${suggestion})`;
    }),
  );
}

test('nothing that people read contains a phrase to avoid', () => {
  const root = path.join(import.meta.dirname, '..');
  const exclude = (file: string): boolean => IGNORED_FOLDERS.has(path.basename(file));
  const files = globSync(FILES, { cwd: root, exclude }).filter((file) => !IGNORED_FILES.test(file));
  expect(files).toContain('README.md');
  const found = files.flatMap((file) =>
    findPhrases(readFileSync(path.join(root, file), 'utf8')).map((phrase) => `${file}:${phrase}`),
  );
  expect(found).toEqual([]);
});

/** Documents that still have a table cell with a semicolon, or a sentence that begins with "What". This list only shrinks. */
const TO_REWRITE: readonly string[] = ['docs/emulator-reference.md'];

/** Returns the cells with a semicolon, and the sentences that begin with "What" or the like and are not questions. */
function tiringLines(markdown: string): readonly string[] {
  const text = markdown.replaceAll(/^\s*```.*?^\s*```$/gms, '').replaceAll(/`[^`\n]*`/g, 'code');
  const cells = Array.from(text.matchAll(/^\s*\|.*$/gm), ([row]) => row).filter((row) => /;\s/.test(row));
  const sentences = text.matchAll(/(?:^\s*(?:[-*] |\d+\. )?|[.!?] )(?:What|Which)\b[^.!?:|]*[.!:]/gm);
  return [...cells, ...Array.from(sentences, ([sentence]) => sentence)];
}

test('documents are easy to read', () => {
  const root = path.join(import.meta.dirname, '..');
  const files = globSync(['README.md', 'docs/*.md', 'docs/guides/*.md', 'packages/*/README.md'], {
    cwd: root,
  });
  const tiring = files.filter((file) => {
    const markdown = readFileSync(path.join(root, file), 'utf8');
    return !markdown.slice(0, 300).includes('Written by') && tiringLines(markdown).length > 0;
  });
  expect(tiring.toSorted()).toEqual(TO_REWRITE);
});

/** Returns the sentences of more than 25 words, outside of code, tables, headings and the packages of a changeset. */
function longSentences(markdown: string): readonly string[] {
  const text = markdown
    .replace(/^---\n.*?\n---\n/s, '')
    .replaceAll(/^\s*```.*?^\s*```$|<!--.*?-->/gms, '')
    .replaceAll(/^(?:[|#]| {4}).*$/gm, '')
    .replaceAll(/`[^`\n]*`/g, 'code')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, '\n\n');
  return text
    .split(/\n\s*\n|(?<=[.!?:])\s+(?=[A-Z*]|code)/)
    .filter((sentence) => sentence.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length > 25);
}

test('the first pages that people read have short sentences', () => {
  const root = path.join(import.meta.dirname, '..');
  const guides = [
    'getting-started',
    'streaming',
    'tools-and-loops',
    'structured-output',
    'naming-a-deployment',
  ];
  const long = ['testing-with-the-emulator', 'errors-and-retries', 'export-an-organization', 'scenarios'];
  const pages = [...guides, ...long, 'agents-and-sessions'].map((name) => `docs/guides/${name}.md`);
  const others = globSync(['packages/*/{README,CHANGELOG}.md', '.changeset/*.md'], { cwd: root });
  const files = ['README.md', ...pages, ...others];
  const found = files.flatMap((file) =>
    longSentences(readFileSync(path.join(root, file), 'utf8')).map((sentence) => `${file}: ${sentence}`),
  );
  expect(found).toEqual([]);
});

describe('the search for phrases', () => {
  test.each([
    ['an answer that is none', 'is none'],
    ['A line is no JSON object.', 'is no JSON'],
    ['These are no cycles.', 'are no cycles'],
    ['Aborts what is under way.', 'under way'],
    ['Then it goes on.', 'goes on'],
    ['It looks at the body.', 'looks at'],
    ['Reports what is wrong.', 'what is wrong'],
    ['Written by hand.', 'by hand'],
  ])('finds the phrase in %j', (text, phrase) => {
    expect(findPhrases(text)).toEqual([expect.stringContaining(`1: avoid "${phrase}"`)]);
  });

  test.each([
    'There is no vault with this id.',
    'Null when there was none.',
    'When the file is none of these.',
    'The run is no longer active.',
    'This takes no more than a second.',
    'The reply goes only to the caller.',
  ])('accepts %j', (text) => {
    expect(findPhrases(text)).toEqual([]);
  });

  test('finds phrases that span lines, with the number of the first line', () => {
    const comment = '/**\n * Aborts what is under\n * way. The file is written by\n// hand.\n */';
    expect(findPhrases(comment)).toEqual([
      '2: avoid "under way" (in flight, pending, running)',
      '3: avoid "by hand" (manually, hand-written)',
    ]);
  });
});
