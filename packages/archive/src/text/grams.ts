/**
 * What the index has of a text: for each position in a word, the next three characters of the word, or two in scripts without spaces, or what is left
 * of it. So texts of any length are found, in any part of a word, and the index does not grow faster than the text.
 */
import { classOf, type CharacterClass } from './fold.js';
import type { TextQuery, TextTerm } from './text-query.js';

const LENGTHS: Readonly<Record<Exclude<CharacterClass, 'between'>, number>> = { spaced: 3, joined: 2 };
/** More grams narrow a question hardly further. */
const MAX_GRAMS = 16;

/** A run of characters of one class. */
interface Piece {
  readonly characters: readonly string[];
  readonly length: number;
}

/** Returns the grams of folded text, once each, separated by spaces. */
export function gramsOf(text: string): string {
  const grams = new Set<string>();
  for (const { characters, length } of piecesOf(text))
    for (const index of characters.keys()) grams.add(characters.slice(index, index + length).join(''));
  return [...grams].join(' ');
}

function* piecesOf(text: string): Generator<Piece, void, undefined> {
  let characters: string[] = [];
  let last: CharacterClass = 'between';
  for (const character of text) {
    const current = classOf(character);
    if (current !== last) {
      if (last !== 'between') yield { characters, length: LENGTHS[last] };
      characters = [];
      last = current;
    }
    if (current !== 'between') characters.push(character);
  }
  if (last !== 'between') yield { characters, length: LENGTHS[last] };
}

/**
 * Returns a query of SQLite's full-text index that finds all texts that meet a query, and others.
 *
 * @returns The query; null if the index cannot narrow it, because it has only symbols.
 */
export function indexQuery(query: TextQuery): string | null {
  const conditions = query.flatMap(({ isNegated, terms }) => {
    const narrowed = terms.map(termQuery);
    return isNegated || narrowed.includes(null) ? [] : [`(${narrowed.join(' OR ')})`];
  });
  return conditions.length === 0 ? null : conditions.join(' AND ');
}

function termQuery({ text }: TextTerm): string | null {
  const grams = new Set<string>();
  for (const { characters, length } of piecesOf(text))
    if (characters.length < length) grams.add(`"${characters.join('')}"*`);
    else
      for (let index = 0; index + length <= characters.length; index += 1)
        grams.add(`"${characters.slice(index, index + length).join('')}"`);
  if (grams.size === 0) return null;
  const all = [...grams];
  const step = Math.ceil(all.length / MAX_GRAMS);
  return `(${all.filter((_gram, index) => index % step === 0).join(' AND ')})`;
}
