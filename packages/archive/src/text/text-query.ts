/** What people search for, and what holds on texts match: the only code that decides whether a text matches. */
import { ConfigError } from '@parlance/schemas/kit';
import { classOf, folded } from './fold.js';

/** Text to find, folded. */
export interface TextTerm {
  readonly text: string;
  /** Whether it must start a word. */
  readonly startsWord: boolean;
}

/** A condition: the text must contain one of the terms, or none if it is negated. */
export interface TextCondition {
  readonly isNegated: boolean;
  readonly terms: readonly TextTerm[];
}

/** Conditions that must all be met. At least one is not negated. */
export type TextQuery = readonly TextCondition[];

const MAX_TERMS = 100;
const MAX_CHARACTERS = 4_000;

/** A phrase in quotation marks, or a word. */
const TOKEN = /"([^"]*)"?(\*?)|([^\s"]+)/g;
/** Something to search for: letters, digits, symbols and private characters. */
const SEARCHABLE = /[\p{L}\p{N}\p{S}\p{Co}]/u;
/** Punctuation around a word is not part of it. */
const AROUND = /^[\p{P}\p{Z}\p{C}]+|[\p{P}\p{Z}\p{C}]+$/gu;

/**
 * Parses what somebody typed: all words must occur; `"two words"` is a phrase, `word*` the start of a word; `OR` connects two alternatives, and
 * `NOT` excludes what follows. Everything else is text, so that no input is a syntax error.
 *
 * @throws {ConfigError} When the text is too long, or has nothing to search for.
 */
export function parseTextQuery(text: string): TextQuery {
  if (text.length > MAX_CHARACTERS)
    throw new ConfigError('text', `\`text\` must have up to 4,000 characters; received ${text.length}`);
  const conditions: { isNegated: boolean; terms: TextTerm[] }[] = [];
  let terms = 0;
  let operator: 'OR' | 'NOT' | null = null;
  for (const [token, phrase, star, word = ''] of text
    .toWellFormed()
    .replaceAll('\ufffd', ' ')
    .matchAll(TOKEN)) {
    if (token === 'OR' || token === 'NOT') {
      operator = token;
      continue;
    }
    const term =
      phrase === undefined
        ? termOf(word.replaceAll(AROUND, ''), word.endsWith('*'))
        : termOf(phrase, star === '*');
    if (term === null) continue;
    terms += 1;
    const last = conditions.at(-1);
    if (operator === 'OR' && last !== undefined) last.terms.push(term);
    else conditions.push({ isNegated: operator === 'NOT', terms: [term] });
    operator = null;
  }
  if (terms > MAX_TERMS)
    throw new ConfigError('text', `\`text\` must have up to ${MAX_TERMS} words; received ${terms}`);
  if (conditions.every(({ isNegated }) => isNegated))
    throw new ConfigError('text', '`text` must contain a word to search for');
  return conditions;
}

function termOf(text: string, startsWord: boolean): TextTerm | null {
  const found = folded(text.replaceAll(/\p{Cc}/gu, ' ')).trim();
  return SEARCHABLE.test(found) ? { text: found, startsWord } : null;
}

/** Makes a query for a text as it is, as holds have it. */
export function phraseQuery(text: string): TextQuery {
  return [{ isNegated: false, terms: [{ text: folded(text).trim(), startsWord: false }] }];
}

/** Returns whether a text that was folded meets a query. */
export function matchesFolded(query: TextQuery, text: string): boolean {
  return query.every(
    ({ isNegated, terms }) => terms.some((term) => occurrenceOf(term, text, 0) !== -1) !== isNegated,
  );
}

/** Returns the position of the next occurrence of a term in folded text; -1 if there is none. */
export function occurrenceOf({ text: wanted, startsWord }: TextTerm, text: string, from: number): number {
  let at = text.indexOf(wanted, from);
  if (startsWord) while (at !== -1 && !isWordStart(text, at)) at = text.indexOf(wanted, at + 1);
  return at;
}

/** A word starts where the character before is not part of one, and anywhere in scripts without spaces. */
function isWordStart(text: string, at: number): boolean {
  if (at === 0 || classOf(String.fromCodePoint(text.codePointAt(at) ?? 0)) === 'joined') return true;
  const before = text.codePointAt(at - 1) ?? 0;
  const isLow = before >= 0xdc00 && before <= 0xdfff;
  return classOf(String.fromCodePoint(isLow ? (text.codePointAt(at - 2) ?? before) : before)) !== 'spaced';
}
