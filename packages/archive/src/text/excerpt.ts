import { folded } from './fold.js';
import { occurrenceOf, type TextQuery, type TextTerm } from './text-query.js';

/** A part of a text, and where terms occur in it. */
export interface Excerpt {
  /** The part. */
  readonly excerpt: string;
  /** Where the text occurs: `start` inclusive, `end` exclusive, in UTF-16 code units. */
  readonly highlights: readonly { readonly start: number; readonly end: number }[];
}

/** Characters before the first occurrence, and in all. */
const BEFORE = 60;
const LENGTH = 240;
/** Long texts are read in windows that overlap by more than the longest term. */
const WINDOW = 12_000;
const OVERLAP = 4_000;

/** A character with the marks after it, or Hangul letters that make one syllable. It is folded like the whole text. */
const CHARACTER = /[\u1100-\u11ff]+|\s+|[^][\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f]*/gu;

/** Returns the part of a text around the first occurrence of a term. */
export function excerptOf(text: string, query: TextQuery): Excerpt {
  const terms = query.filter(({ isNegated }) => !isNegated).flatMap((condition) => condition.terms);
  for (let start = 0; start < text.length; start += WINDOW - OVERLAP) {
    const found = excerptIn(text.slice(start, start + WINDOW), terms);
    if (found !== null) return start === 0 || found.excerpt.startsWith('…') ? found : withEllipsis(found);
  }
  return { excerpt: shortened(text, 0), highlights: [] };
}

function withEllipsis({ excerpt, highlights }: Excerpt): Excerpt {
  return {
    excerpt: `…${excerpt}`,
    highlights: highlights.map(({ start, end }) => ({ start: start + 1, end: end + 1 })),
  };
}

function excerptIn(text: string, terms: readonly TextTerm[]): Excerpt | null {
  const found = placesIn(text, terms);
  const [first] = found;
  if (first === undefined) return null;
  const from = Math.max(0, first.start - BEFORE);
  const start = from === 0 ? 0 : characterStart(text, from);
  const excerpt = shortened(text, start);
  const shift = start === 0 ? 0 : 1 - start;
  const highlights = found.map((place) => ({ start: place.start + shift, end: place.end + shift }));
  return { excerpt, highlights: highlights.filter(({ end }) => end <= excerpt.length) };
}

/** Returns where the terms of a query occur in a text. Places that overlap are one. */
export function highlightsOf(text: string, query: TextQuery): Excerpt['highlights'] {
  return placesIn(
    text,
    query.filter(({ isNegated }) => !isNegated).flatMap(({ terms }) => terms),
  );
}

function placesIn(text: string, terms: readonly TextTerm[]): Excerpt['highlights'] {
  if (terms.every((term) => occurrenceOf(term, folded(text), 0) === -1)) return [];
  const { whole, starts } = foldedWithPlaces(text);
  const found = terms
    .flatMap((term) => occurrencesOf(term, whole))
    .sort((one, other) => one.start - other.start);
  const places: { start: number; end: number }[] = [];
  for (const place of found) {
    const start = starts[place.start] ?? text.length;
    const end = starts[place.end] ?? text.length;
    const last = places.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else places.push({ start, end });
  }
  return places;
}

function shortened(text: string, start: number): string {
  const end = start + LENGTH >= text.length ? text.length : characterStart(text, start + LENGTH);
  return `${start === 0 ? '' : '…'}${text.slice(start, end)}${end === text.length ? '' : '…'}`;
}

/** Does not cut a character of two code units. */
function characterStart(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** Folds character by character, and notes where each folded code unit comes from. */
function foldedWithPlaces(text: string): { readonly whole: string; readonly starts: readonly number[] } {
  let whole = '';
  const starts: number[] = [];
  for (const { 0: character, index } of text.matchAll(CHARACTER)) {
    const part = folded(character);
    for (let unit = 0; unit < part.length; unit += 1) starts.push(index);
    whole += part;
  }
  return { whole, starts };
}

function occurrencesOf(term: TextTerm, text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let at = occurrenceOf(term, text, 0);
  while (at !== -1 && found.length < 50) {
    found.push({ start: at, end: at + term.text.length });
    at = occurrenceOf(term, text, at + term.text.length);
  }
  return found;
}
