/** Phrases that are rarely the right ones here. cspell flags single words only; this flags what has several. */

/** A phrase that was found, with the line that it starts on. */
export interface FoundPhrase {
  readonly line: number;
  readonly phrase: string;
  readonly suggestion: string;
}

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

/** Returns the discouraged phrases of a text in order. Phrases may span lines. */
export function findPhrases(text: string): readonly FoundPhrase[] {
  return PHRASES.flatMap(({ expression, suggestion }) =>
    Array.from(text.matchAll(expression), ({ 0: phrase, index }) => ({
      line: text.slice(0, index).split('\n').length,
      phrase: phrase.replaceAll(new RegExp(GAP, 'g'), ' '),
      suggestion,
    })),
  ).sort((a, b) => a.line - b.line);
}
