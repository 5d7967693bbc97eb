import { ConfigError } from '@parlance/schemas/kit';

/** More words make a query of SQLite slow, and no text contains so many words of a question. */
const MAX_TERMS = 100;
/** A phrase in quotation marks, or a word. */
const TERM = /"([^"]*)"?(\*?)|([^\s"]+)/g;
/** Something that the index has: letters, digits and private characters. */
const SEARCHABLE = /[\p{L}\p{N}\p{Co}]/u;

/**
 * Converts text to a full-text query: all words must occur; words in quotation marks must follow each other; `word*` finds words that start
 * with it. Everything else is text, so that no input is a syntax error.
 *
 * @throws {ConfigError} When the text has no word, or more than 100 words or phrases.
 */
export function searchQuery(text: string): string {
  const terms: string[] = [];
  // oxlint-disable-next-line no-control-regex
  for (const [, phrase, star, word] of text.toWellFormed().replaceAll('\0', ' ').matchAll(TERM)) {
    const term = phrase ?? word ?? '';
    if (!SEARCHABLE.test(term)) continue;
    const isPrefix = star === '*' || (phrase === undefined && term.endsWith('*'));
    terms.push(`"${term}"${isPrefix ? '*' : ''}`);
  }
  if (terms.length > MAX_TERMS)
    throw new ConfigError('text', `\`text\` must have up to ${MAX_TERMS} words; received ${terms.length}`);
  if (terms.length === 0) throw new ConfigError('text', '`text` must contain a word to search for');
  return terms.join(' ');
}
